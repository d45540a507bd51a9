import { type ImageOwner, imageFile, uploadable } from '@vestibule/contract/building/image-storage.ts';
import type { Image, ImageType } from '@vestibule/contract/platform/image.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { CircleCheck, Trash2 } from '@vestibule/ui/icons.tsx';
import { useMay, useSignedIn } from '@vestibule/web/session.ts';
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { DeleteImage } from './DeleteImage.tsx';
import classes from './ImagePicker.module.css';
import { UploadImage } from './UploadImage.tsx';
import { useImages } from './use-images.ts';

interface ImagePickerProps {
  owner: ImageOwner;
  type: ImageType;
  selected: number | null;
  onSelect: (imageId: number | null) => void;
  /** The current image comes first, even if it belongs to another owner. */
  current?: Image | null;
  onDeleted?: (imageId: number) => void;
  /** Marks a missing choice as an error, if there are images. */
  required?: boolean;
}

export function ImagePicker(props: ImagePickerProps) {
  const { owner, type, selected, onSelect, current = null, required = false, onDeleted } = props;
  const { t } = useTranslation();
  const may = useMay();
  const { user } = useSignedIn();
  const problemText = useProblemText();
  const [deleting, setDeleting] = useState<Image | null>(null);
  const query = useImages(owner, type);
  const [deleted, setDeleted] = useState<ReadonlySet<number>>(new Set());
  const listed = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const all = current && !listed.some(({ id }) => id === current.id) ? [current, ...listed] : listed;
  const images = all.filter(({ id }) => !deleted.has(id));
  const picker = useRef<HTMLDivElement>(null);
  const deleteButton = useRef<HTMLButtonElement>(null);
  const mayUpload = may('image.upload') && uploadable[user.role].includes(type);

  const keep = () => {
    deleteButton.current?.focus();
    setDeleting(null);
  };

  const forget = (image: Image) => {
    picker.current?.querySelector<HTMLElement>('[data-autofocus], li button')?.focus();
    if (image.id === selected) onSelect(null);
    setDeleted((before) => new Set(before).add(image.id));
    setDeleting(null);
    onDeleted?.(image.id);
  };

  const isGone =
    selected !== null && query.isSuccess && !query.hasNextPage && !images.some(({ id }) => id === selected);
  const unselect = useEffectEvent(() => onSelect(null));
  useEffect(() => {
    if (isGone) unselect();
  }, [isGone]);

  return (
    <div className={classes.picker} ref={picker}>
      {mayUpload && <UploadImage owner={owner} type={type} rule={imageFile} />}
      {query.error && <Notice kind="problem">{problemText(query.error)}</Notice>}
      {query.data && images.length === 0 && <p className={classes.help}>{t('images.none')}</p>}
      {images.length > 0 && (
        <>
          <p className={classes.help}>{t('images.howToChoose')}</p>
          <ul className={classes.grid} aria-label={t('images.label')}>
            {images.map((image) => (
              <ImageTile
                key={image.id}
                image={image}
                isSelected={image.id === selected}
                onToggle={() => onSelect(image.id === selected ? null : image.id)}
                onDelete={may('image.delete') ? () => setDeleting(image) : undefined}
                deleteRef={image.id === deleting?.id ? deleteButton : undefined}
              />
            ))}
          </ul>
        </>
      )}
      {query.hasNextPage && (
        <Button
          variant="secondary"
          size="small"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('images.more')}
        </Button>
      )}
      {required && selected === null && images.length > 0 && (
        <Notice kind="problem">{t('errors.pleaseSelectPic')}</Notice>
      )}
      {deleting && <DeleteImage key={deleting.id} image={deleting} onKeep={keep} onDeleted={forget} />}
    </div>
  );
}

interface ImageTileProps {
  image: Image;
  isSelected: boolean;
  onToggle: () => void;
  onDelete: (() => void) | undefined;
  deleteRef: Ref<HTMLButtonElement> | undefined;
}

function ImageTile({ image, isSelected, onToggle, onDelete, deleteRef }: ImageTileProps) {
  const { t } = useTranslation();
  return (
    <li className={classes.tile}>
      <button type="button" className={classes.image} aria-pressed={isSelected} onClick={onToggle}>
        <img src={image.storagePathThumbnail} alt="" width={100} height={100} loading="lazy" />
        <span className={classes.name} title={image.name}>
          {image.name}
        </span>
        {isSelected && <CircleCheck className={classes.mark} size={20} aria-hidden />}
      </button>
      {onDelete && (
        <IconButton
          ref={deleteRef}
          icon={Trash2}
          label={t('images.delete.open', { name: image.name })}
          onClick={onDelete}
          danger
        />
      )}
    </li>
  );
}
