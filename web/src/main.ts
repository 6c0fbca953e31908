import '$repo/crates/picture/art/theme.css';
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { Away } from './lib/api/api';
import { followLobby } from './lib/live/lobby.svelte';
import { followLinks } from './lib/shell/route.svelte';
import { base } from './lib/api/server';
import { followSettings } from './lib/shell/settings.svelte';

followSettings();
followLinks();
followLobby();
mount(App, { target: document.getElementById('app')! });

// What could not be reached is said once, by the frame.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof Away) event.preventDefault();
});

// Keeping the files must not take the line from whoever waits for the first board.
// A server that is away just then is asked at the next visit.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => setTimeout(() => navigator.serviceWorker.register(`${base}sw.js`).catch(() => {}), 2000));
}
