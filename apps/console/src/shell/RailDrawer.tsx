import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Mantine } from '../ui/Mantine.tsx';
import classes from './RailDrawer.module.css';

interface RailDrawerProps {
  opened: boolean;
  onClose: () => void;
  /** The rail. */
  children: ReactNode;
}

/** On a phone the rail lies in a drawer. */
export function RailDrawer({ opened, onClose, children }: RailDrawerProps) {
  const { t } = useTranslation();
  return (
    <Mantine>
      <Drawer.Root opened={opened} onClose={onClose} size={280} padding={8} lockScroll={false}>
        <Drawer.Overlay className={classes.overlay} />
        <Drawer.Content classNames={{ content: classes.content }}>
          <div className={classes.header}>
            <Drawer.Title className={classes.title}>{t('shell.navigation')}</Drawer.Title>
            <Drawer.CloseButton iconSize={20} className={classes.close} aria-label={t('shell.closeNavigation')} />
          </div>
          <Drawer.Body className={classes.body}>{children}</Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </Mantine>
  );
}
