import { Drawer } from '@mantine/core';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

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
    <Drawer
      opened={opened}
      onClose={onClose}
      title={t('shell.navigation')}
      size={280}
      padding={8}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('shell.closeNavigation') }}
    >
      {children}
    </Drawer>
  );
}
