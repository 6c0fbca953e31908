// The worker of Node.

import { parentPort } from 'node:worker_threads';
import { server } from './serve.js';

parentPort?.on('message', server((message) => parentPort?.postMessage(message)));
