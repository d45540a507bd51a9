import { Dialog as Modal, type DialogProps as ModalProps } from '@vestibule/ui/Dialog.tsx';
import { useTranslation } from 'react-i18next';

interface DialogProps extends Omit<ModalProps, 'isOpen' | 'closeLabel'> {
  opened: boolean;
  closeLabel?: string;
}

export function Dialog({ opened, closeLabel, ...dialog }: DialogProps) {
  const { t } = useTranslation();
  return <Modal {...dialog} isOpen={opened} closeLabel={closeLabel ?? t('ui.button.close')} />;
}
