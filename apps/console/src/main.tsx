import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { en } from '@vestibule/phrases/en.ts';
import { startTexts } from '@vestibule/web/i18n.ts';
import { createQueryClient } from '@vestibule/web/query.ts';
import { sessionQuery } from '@vestibule/web/session.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { z } from 'zod';
import { createRouter } from './router.tsx';
import { followSession } from './session/use-session-end.ts';
import { theme, tokens } from './theme.ts';

// The content security policy forbids the code that zod would otherwise write for itself.
z.config({ jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const client = createQueryClient();
// Asked while the screens load; a failure is shown where the session is used.
client.query(sessionQuery).catch(() => {});
followSession(client);
const router = createRouter();
const i18n = await startTexts({ en: { translation: en } });
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

createRoot(root).render(
  <StrictMode>
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={tokens}
          defaultColorScheme="auto"
          getStyleNonce={() => nonce}
        >
          <Notifications position="top-right" autoClose={3000} transitionDuration={150} containerWidth={360} />
          <RouterProvider router={router} />
        </MantineProvider>
      </QueryClientProvider>
    </I18nextProvider>
  </StrictMode>,
);
