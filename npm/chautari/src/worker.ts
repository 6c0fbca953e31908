// The worker of a browser.

import { server } from './serve.js';

const answer = server((message) => postMessage(message));
addEventListener('message', (event) => answer(event.data));
