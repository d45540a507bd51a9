import type { Image, ImageType } from '@vestibule/contract/platform/image.ts';
import type { ImageOwner } from '@vestibule/contract/building/image-storage.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import classes from './ImagePicker.module.css';
import { ImagePicker } from './ImagePicker.tsx';

interface ChooseImageProps {
  onClose: () => void;
  owner: ImageOwner;
  type: ImageType;
  current: Image | null;
  /** The dialog closes when this resolves, and shows the error when it rejects. */
  onSave: (imageId: number | null) => Promise<unknown>;
}

export function ChooseImageDialog({ opened, title, ...choice }: ChooseImageProps & { opened: boolean; title: string }) {
  const [saving, setSaving] = useState(false);
  return (
    <Dialog isForm opened={opened} onClose={() => saving || choice.onClose()} title={title} width={560}>
      <Choice {...choice} saving={saving} onSaving={setSaving} />
    </Dialog>
  );
}

interface ChoiceProps extends ChooseImageProps {
  saving: boolean;
  onSaving: (saving: boolean) => void;
}

function Choice({ owner, type, current, saving, onSaving, onSave, onClose }: ChoiceProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [selected, setSelected] = useState(current?.id ?? null);
  const [kept, setKept] = useState(current?.id ?? null);
  const [failure, setFailure] = useState<unknown>(null);

  const save = async () => {
    onSaving(true);
    setFailure(null);
    try {
      await onSave(selected);
      onClose();
    } catch (error) {
      reportUnlessOfCall(error);
      setFailure(error);
    } finally {
      onSaving(false);
    }
  };

  return (
    <div className={classes.choice}>
      {failure !== null && <Notice kind="problem">{problemText(failure)}</Notice>}
      <ImagePicker
        owner={owner}
        type={type}
        current={current}
        selected={selected}
        onSelect={setSelected}
        onDeleted={(id) => id === kept && setKept(null)}
      />
      <DialogButtons>
        <Button variant="secondary" onClick={onClose} disabled={saving}>
          {t('ui.button.cancel')}
        </Button>
        <Button onClick={() => void save()} loading={saving} disabled={selected === kept}>
          {t('ui.button.save')}
        </Button>
      </DialogButtons>
    </div>
  );
}
