// Entry point of browser workers.

import { requestHandler } from './serve.js';

const handle = requestHandler((message) => postMessage(message));
addEventListener('message', (event) => handle(event.data));
