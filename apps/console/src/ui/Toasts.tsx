import { loadOnUse } from '@vestibule/ui/load-on-use.tsx';
import { toasts } from '@vestibule/ui/toasts.ts';
import { useSession } from '@vestibule/web/session.ts';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';

const ToastRegion = loadOnUse(async () => (await import('@vestibule/ui/ToastRegion.tsx')).ToastRegion);

/** Shows the toasts of the current user. They disappear when the user changes. */
export function Toasts() {
  const { t } = useTranslation();
  const userId = useSession().data?.user.id;
  useLayoutEffect(() => () => toasts.clear(), [userId]);
  return <ToastRegion label={t('ui.toasts')} closeLabel={t('ui.button.close')} />;
}
