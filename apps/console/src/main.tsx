// First: schemas look at this setting when they are made.
import '@vestibule/contract/platform/jitless.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { session, workAccount } from '@vestibule/phrases/en/accounts/console/session.ts';
import type { ConsoleTexts } from '@vestibule/phrases/en/console-texts.ts';
import { shell } from '@vestibule/phrases/en/platform/console/shell.ts';
import { ui } from '@vestibule/phrases/en/platform/console/ui.ts';
import { errors } from '@vestibule/phrases/en/platform/errors.ts';
import { visitors } from '@vestibule/phrases/en/visits/console/visitors.ts';
import { startTexts } from '@vestibule/web/i18n.ts';
import { pressOnce } from '@vestibule/web/press-once.ts';
import { createQueryClient } from '@vestibule/web/query.ts';
import { sessionQuery } from '@vestibule/web/session.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { forgetLeftList } from './visits/evacuation/left-list.ts';
import { Routing } from './Routing.tsx';
import { followSession } from './accounts/session/use-session-end.ts';
import './theme.css';
import { Toasts } from './ui/Toasts.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const client = createQueryClient();
// Asked while the screens load; a failure is shown where the session is used.
client
  .query(sessionQuery)
  .then(forgetLeftList)
  .catch(() => {});
followSession(client);
// What comes below the pointer is not pressed; what stays there can be, as a button to the next page, if it does not say otherwise.
// A link that is pressed twice would stand twice in the way back.
pressOnce((on, first) => on === first && !on.matches('a, [data-once]'));
const i18n = await startTexts({
  // The subjects from sign-in to the list of visitors. The others load with the first screen or dialog outside the first load.
  platform: { ui, shell, errors },
  accounts: { session, workAccount },
  building: {},
  visits: { visitors },
  kiosks: {},
  operation: {},
} satisfies { [Wing in keyof ConsoleTexts]: Partial<ConsoleTexts[Wing]> });

createRoot(root).render(
  <StrictMode>
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <Routing />
        <Toasts />
      </QueryClientProvider>
    </I18nextProvider>
  </StrictMode>,
);
