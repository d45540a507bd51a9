import { render } from 'preact';
import '@vestibule/ui/tokens.css';
import { PassPage } from './PassPage.tsx';
import { callsOf } from './pass-calls.ts';
import './pass.css';

const [, page = '', secret = ''] = location.pathname.split('/');
const token = decodeURIComponent(secret);
const root = document.getElementById('root');
if (root && page === 'answer') {
  const { AnswerPage } = await import('./AnswerPage.tsx');
  render(<AnswerPage token={token} />, root);
} else if (root && page === 'stay') {
  const { StayPage } = await import('./StayPage.tsx');
  render(<StayPage token={token} />, root);
} else if (root) render(<PassPage calls={callsOf(token)} />, root);
