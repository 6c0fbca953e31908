import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  // The compiler's warnings, among them all rules on accessibility.
  { files: ['**/*.svelte'], rules: { 'svelte/valid-compile': 'error', 'svelte/no-target-blank': 'error' } },
  {
    languageOptions: { globals: { ...globals.browser } },
  },
  { files: ['sw.js'], languageOptions: { globals: { ...globals.serviceworker, FILES: 'readonly' } } },
  { files: ['*.config.js', 'vite.config.ts'], languageOptions: { globals: globals.node } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig },
    },
    rules: {
      // Wrong about variables that templates and derived values read.
      'no-useless-assignment': 'off',
      // `{' '}` is a space that is kept.
      'svelte/no-useless-mustaches': 'off',
      // Most lists here are static; keys are used where items move.
      'svelte/require-each-key': 'off',
      // Collections are replaced, not mutated, wherever a template reads them.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  // Mocks of streams that only throw.
  { files: ['**/*.test.ts'], rules: { 'require-yield': 'off' } },
);
