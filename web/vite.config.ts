import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** Where `plybook serve` answers while the page is being worked on with `npm run dev`. */
const SERVER = 'http://127.0.0.1:8017';

/** What a page without a server may do: its own files, and the engine. A server says the same in its headers. */
const POLICY = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' data: blob:", "connect-src 'self'",
  "worker-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'",
].join('; ');

/** Writes the policy into the page, since nobody sends headers along. */
const withPolicy = (): Plugin => ({
  name: 'policy',
  transformIndexHtml: () => [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' }],
});

// The mode `site` makes the page that needs no program: `tools/site` puts the engine beside it.
export default defineConfig(({ mode }) => ({
  plugins: mode === 'site' ? [svelte(), withPolicy()] : [svelte()],
  base: mode === 'site' ? './' : '/',
  build: {
    outDir: mode === 'site' ? 'dist/site' : 'dist/page',
    emptyOutDir: true,
    target: 'es2022',
    // The content policy allows no inline data but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: SERVER, changeOrigin: true, headers: { origin: SERVER } } } },
  worker: { format: 'es' },
}));
