// Generates src/schema.ts, the types of the API, from the OpenAPI document. Does nothing if they are newer than the document.

import { renameSync, statSync, writeFileSync } from 'node:fs';
import openapi, { astToString } from 'openapi-typescript';

const DOCUMENT = new URL('../../docs/protocols/openapi.json', import.meta.url);
const SCHEMA = new URL('src/schema.ts', import.meta.url);

const modified = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (modified(SCHEMA) <= Math.max(modified(DOCUMENT), modified(new URL(import.meta.url)))) {
  const types = await openapi(DOCUMENT, {
    alphabetize: true,
    arrayLength: true,
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  // Renamed into place so that a compiler running meanwhile never reads half a file.
  const partial = new URL(`schema.ts.${process.pid}`, SCHEMA);
  writeFileSync(
    partial,
    `// Generated from docs/protocols/openapi.json by generate.js: do not edit.\n\n${astToString(types)}`,
  );
  renameSync(partial, SCHEMA);
}
