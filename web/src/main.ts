import '../../crates/picture/art/theme.css';
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { followLinks } from './lib/route.svelte';
import { followSettings } from './lib/settings.svelte';

followSettings();
followLinks();
mount(App, { target: document.getElementById('app')! });

if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js');
