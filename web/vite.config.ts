import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** Where `plybook serve` answers while the page is being worked on with `npm run dev`. */
const SERVER = 'http://127.0.0.1:8017';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    target: 'es2022',
    // The content policy allows no inline data but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: SERVER, changeOrigin: true, headers: { origin: SERVER } } } },
});
