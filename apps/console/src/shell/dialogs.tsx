import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../ui/dialog/Dialog.tsx';

export { FinderDialog } from './FinderDialog.tsx';

interface RailDrawerProps {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function SidebarDrawer({ opened, onClose, children }: RailDrawerProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isForm
      opened={opened}
      onClose={onClose}
      title={t('shell.navigation')}
      closeLabel={t('shell.closeNavigation')}
      placement="left"
      width={280}
    >
      {children}
    </Dialog>
  );
}
