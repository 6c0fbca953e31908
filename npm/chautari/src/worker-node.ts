// Entry point of Node's worker threads.

import { parentPort } from 'node:worker_threads';
import { requestHandler } from './serve.js';

parentPort?.on(
  'message',
  requestHandler((message) => parentPort?.postMessage(message)),
);
