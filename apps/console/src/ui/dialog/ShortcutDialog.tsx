import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';
import classes from './ShortcutDialog.module.css';
import { useShortcuts } from '../keyboard/shortcuts.ts';

export function ShortcutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const shortcuts = [
    ...useShortcuts().map(({ key, name }) => ({ key, name })),
    { key: t('shell.finder.keys'), name: t('shell.finder.open') },
    { key: t('ui.shortcut.escape'), name: t('ui.shortcut.close') },
  ];

  return (
    <Dialog opened={opened} onClose={onClose} title={t('ui.shortcut.title')}>
      <dl className={classes.list}>
        {shortcuts.map(({ key, name }) => (
          <div key={`${key} ${name}`} className={classes.entry}>
            <dt>{name}</dt>
            <dd className={classes.key}>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
