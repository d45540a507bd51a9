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
      <Drawer
        opened={opened}
        onClose={onClose}
        title={t('shell.navigation')}
        size={280}
        padding={8}
        lockScroll={false}
        classNames={classes}
        closeButtonProps={{ 'aria-label': t('shell.closeNavigation') }}
      >
        {children}
      </Drawer>
    </Mantine>
  );
}
