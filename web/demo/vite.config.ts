import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { offline } from './offline/plugin.js';

export default defineConfig({
  plugins: [preact(), offline()],
  base: './',
  resolve: {
    // The demo uses the package as an application does, from what npm run build made.
    alias: { clienttools: new URL('../dist/index.js', import.meta.url).pathname },
  },
  server: { fs: { allow: ['..'] } },
  build: { target: 'es2022', outDir: 'dist', emptyOutDir: true, chunkSizeWarningLimit: 1000 },
});
