import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the server is, while the console is developed on its own. */
const api = process.env.VESTIBULE_API ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2023', sourcemap: false },
  server: { proxy: { '/api': { target: api, ws: true } } },
});
