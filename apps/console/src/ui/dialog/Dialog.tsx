import { Dialog as Modal, type DialogProps as ModalProps } from '@vestibule/ui/Dialog.tsx';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../keyboard/use-focus-back.ts';

interface DialogProps extends Omit<ModalProps, 'isOpen' | 'closeLabel' | 'ref'> {
  opened: boolean;
  closeLabel?: string;
}

/** A dialog of the console. When it closes, the focus returns to the element that opened it, or to the screen where that is gone. */
export function Dialog({ opened, onClose, onClosed, closeLabel, ...dialog }: DialogProps) {
  const { t } = useTranslation();
  const { content, giveBack } = useFocusBack(opened);
  return (
    <Modal
      {...dialog}
      ref={content}
      isOpen={opened}
      onClose={onClose}
      onClosed={() => {
        onClosed?.();
        setTimeout(giveBack);
      }}
      closeLabel={closeLabel ?? t('ui.button.close')}
    />
  );
}
