import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { ALONE } from './lib/source';

const target = document.getElementById('app');
if (target) mount(App, { target });

// A page that is a folder of files keeps them, so that it opens without a network.
if (ALONE && 'serviceWorker' in navigator) void navigator.serviceWorker.register('offline.js').catch(() => undefined);
