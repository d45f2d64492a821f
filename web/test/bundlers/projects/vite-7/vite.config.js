import { defineConfig } from 'vite';

export default defineConfig({
  optimizeDeps: { exclude: ['clienttools'] }, // Vite 7 and older
});
