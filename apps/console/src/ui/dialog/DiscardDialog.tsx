import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';
import { DialogButtons } from './DialogButtons.tsx';

interface DiscardDialogProps {
  opened: boolean;
  onClose: () => void;
  onDiscard: () => void;
}

export function DiscardDialog({ opened, onClose, onDiscard }: DiscardDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('ui.form.discardTitle')}>
      {t('ui.form.discardText')}
      <DialogButtons>
        <Button variant="danger-flat" onClick={onDiscard}>
          {t('ui.form.discard')}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {t('ui.form.keepEditing')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
