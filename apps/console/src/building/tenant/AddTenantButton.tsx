import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';

/** The screen's primary button, for who may add tenants; `n` presses it. */
export function AddTenantButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  useShortcut('n', t('tenants.adding.open'), onClick);
  return <Button onClick={onClick}>{t('tenants.adding.open')}</Button>;
}
