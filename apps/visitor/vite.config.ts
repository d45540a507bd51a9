import { defineConfig } from 'vite';
import { compressed, withoutIndentation, withoutServerParts } from '../../scripts/vite-plugins.ts';

const api = process.env.VESTIBULE_API ?? 'http://localhost:3000';

export default defineConfig({
  base: '/visitor/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [withoutServerParts, withoutIndentation, compressed],
  build: { manifest: true, target: 'es2022', modulePreload: false },
  server: { proxy: { '/api': { target: api }, '/files': { target: api } } },
});
