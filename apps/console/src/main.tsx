// First: schemas read this setting when they are created.
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
import { hideHintsOnEscape } from './ui/Hint.tsx';
import { Toasts } from './ui/Toasts.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const client = createQueryClient();
// Starts with the screens. The component that uses the session shows a failure.
client
  .query(sessionQuery)
  .then(forgetLeftList)
  .catch(() => {});
followSession(client);
// Ignores a second press on a control that the first press brought under the pointer, and two presses on a link.
pressOnce((on, first) => on === first && !on.matches('a, [data-once]'));
hideHintsOnEscape();
const i18n = await startTexts({
  platform: { ui, shell, errors },
  accounts: { session, workAccount },
  building: {},
  visits: { visitors },
  kiosks: {},
  operation: {},
} satisfies {
  [Wing in keyof ConsoleTexts]: { [Subject in keyof ConsoleTexts[Wing]]?: DeepPartial<ConsoleTexts[Wing][Subject]> };
});

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

type DeepPartial<Texts> = Texts extends string ? Texts : { [Key in keyof Texts]?: DeepPartial<Texts[Key]> };
