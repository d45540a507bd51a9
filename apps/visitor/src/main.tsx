import { render } from 'preact';
import '@vestibule/ui/tokens.css';
import { PassPage } from './PassPage.tsx';
import { callsOf } from './pass-calls.ts';
import './pass.css';

const token = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const root = document.getElementById('root');
if (root) render(<PassPage calls={callsOf(token)} />, root);
