import type { FileRule } from '@vestibule/contract/platform/file.ts';
import type { ImageType } from '@vestibule/contract/platform/image.ts';
import type { ImageOwner } from '@vestibule/contract/building/image-storage.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DropZone } from '../../ui/form/DropZone.tsx';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import classes from './ImagePicker.module.css';
import { useUploadImage } from './use-images.ts';

/** In ms. */
const shownMs = 5_000;

interface UploadImageProps {
  owner: ImageOwner;
  type: ImageType;
  rule: FileRule;
}

export function UploadImage({ owner, type, rule }: UploadImageProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const upload = useUploadImage(owner, type);
  const [uploaded, setUploaded] = useState<string | null>(null);
  const [once] = useState(createOnce);

  useEffect(() => {
    if (uploaded === null) return undefined;
    const timer = setTimeout(() => setUploaded(null), shownMs);
    return () => clearTimeout(timer);
  }, [uploaded]);

  const take = (file: File) => {
    setUploaded(null);
    const { name, size, lastModified } = file;
    once
      .run({ name, size, lastModified }, (idempotencyKey) => upload.mutateAsync({ file, idempotencyKey }))
      .then((image) => setUploaded(image.name), reportUnlessOfCall);
  };

  return (
    <div>
      <DropZone
        rule={rule}
        label={t(`images.upload.${type}`)}
        description={t(`images.advice.${type}`)}
        error={upload.error ? problemText(upload.error) : undefined}
        isBusy={upload.isPending}
        onFile={take}
      />
      <p className={classes.uploaded} role="status">
        {upload.isPending && t('images.uploading')}
        {uploaded !== null && t('images.uploaded', { name: uploaded })}
      </p>
    </div>
  );
}
