import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';
import classes from './ShortcutHelp.module.css';
import { useShortcut, useShortcuts } from './shortcuts.ts';

/** Lists, at `?`, the shortcuts of the screen. */
export function ShortcutHelp() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const shortcuts = useShortcuts();
  useShortcut('?', t('ui.shortcut.help'), () => setOpened(true));

  return (
    <Dialog opened={opened} onClose={() => setOpened(false)} title={t('ui.shortcut.title')}>
      <dl className={classes.list}>
        {shortcuts.map(({ key, name }) => (
          <div key={`${key} ${name}`} className={classes.entry}>
            <dt>{name}</dt>
            <dd className={classes.key}>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
        <div className={classes.entry}>
          <dt>{t('ui.shortcut.close')}</dt>
          <dd className={classes.key}>
            <kbd>{t('ui.shortcut.escape')}</kbd>
          </dd>
        </div>
      </dl>
    </Dialog>
  );
}
