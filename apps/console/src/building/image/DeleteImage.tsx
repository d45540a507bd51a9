import type { Image } from '@vestibule/contract/platform/image.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import classes from './ImagePicker.module.css';
import { useDeleteImage } from './use-images.ts';

interface DeleteImageProps {
  image: Image;
  onKeep: () => void;
  onDeleted: (image: Image) => void;
}

export function DeleteImage({ image, onKeep, onDeleted }: DeleteImageProps) {
  const { t } = useTranslation();
  const id = useId();
  const problemText = useProblemText();
  const remove = useDeleteImage();

  const failureText = (error: Error) => {
    const usedBy = error instanceof CallFailed ? error.problem?.usedBy : undefined;
    if (!usedBy || usedBy.length === 0) return problemText(error);
    return t('images.delete.inUse', { places: usedBy.map(({ name }) => name).join(', ') });
  };

  return (
    <div className={classes.question} role="group" aria-labelledby={id}>
      <p id={id}>{t('images.delete.question', { name: image.name })}</p>
      {remove.error && <Notice kind="problem">{failureText(remove.error)}</Notice>}
      <div className={classes.answers}>
        <Button variant="secondary" size="small" onClick={onKeep} disabled={remove.isPending} autoFocus>
          {t('images.delete.keep')}
        </Button>
        <Button
          variant="danger"
          size="small"
          loading={remove.isPending}
          onClick={() => remove.mutate(image.id, { onSuccess: () => onDeleted(image) })}
        >
          {t('images.delete.confirm')}
        </Button>
      </div>
    </div>
  );
}
