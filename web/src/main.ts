import '$repo/crates/picture/art/theme.css';
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { Away } from './lib/api/errors';
import { base } from './lib/api/server';
import { loadLanguage } from './lib/i18n/i18n.svelte';
import { followLobby } from './lib/live/lobby.svelte';
import { followEngine } from './lib/offline/preload.svelte';
import { followLinks } from './lib/shell/route.svelte';
import { followSettings } from './lib/shell/settings.svelte';

followSettings();
followLinks();
followLobby();
followEngine();
// Mounted in the chosen language, so that no text changes after the first paint.
void loadLanguage().then(() => mount(App, { target: document.getElementById('app')! }));

// After the first paint, so that the fonts do not delay the first board.
requestAnimationFrame(() => setTimeout(() => void import('./fonts/fonts.css')));

// App.svelte reports an unreachable server once, for all requests.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof Away) event.preventDefault();
});

// Delayed so that caching the files does not slow down the first board. If the server is unavailable now, the
// next visit registers it.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () =>
    setTimeout(() => navigator.serviceWorker.register(`${base}sw.js`).catch(() => {}), 2000),
  );
}
