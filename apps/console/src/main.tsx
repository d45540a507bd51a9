import { QueryClientProvider } from '@tanstack/react-query';
import { firstTexts } from '@vestibule/phrases/en/first.ts';
import { detectLanguage } from '@vestibule/web/language.ts';
import { pressOnce } from '@vestibule/web/press-once.ts';
import { createQueryClient } from '@vestibule/web/query.ts';
import { sessionQuery } from '@vestibule/web/session.ts';
import { addTexts } from '@vestibule/web/texts.ts';
import { changeLanguage } from '@vestibule/web/use-translation.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { Routing } from './Routing.tsx';
import { followSession } from './session/use-session-end.ts';
import './theme.css';
import { Toasts } from './ui/Toasts.tsx';

// The content security policy forbids the code that zod would otherwise write for itself.
z.config({ jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const client = createQueryClient();
// Asked while the screens load; a failure is shown where the session is used.
client.query(sessionQuery).catch(() => {});
followSession(client);
// What comes below the pointer is not pressed; what stays there can be, as a button to the next page.
pressOnce((on, first) => on === first);
addTexts('en', firstTexts);
changeLanguage(detectLanguage());

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <Routing />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
