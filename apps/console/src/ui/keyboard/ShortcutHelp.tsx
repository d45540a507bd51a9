import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../dialog/lazy-dialog.tsx';
import { useShortcut } from './shortcuts.ts';

const ShortcutDialog = lazyDialog(async () => (await import('./ShortcutDialog.tsx')).ShortcutDialog);

/** Lists, at `?`, the shortcuts of the screen. */
export function ShortcutHelp() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  useShortcut('?', t('ui.shortcut.help'), () => setOpened(true));
  return <ShortcutDialog opened={opened} onClose={() => setOpened(false)} />;
}
