import type { Image } from '@vestibule/contract/platform/image.ts';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { CircleCheck, Trash2 } from '@vestibule/ui/icons.tsx';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ImagePicker.module.css';

interface ImageTileProps {
  image: Image;
  isSelected: boolean;
  onToggle: () => void;
  /** Absent where the role may not. */
  onDelete: (() => void) | undefined;
  deleteRef: Ref<HTMLButtonElement> | undefined;
}

/** A picture as a button that is pressed or not, and the button that deletes it. */
export function ImageTile({ image, isSelected, onToggle, onDelete, deleteRef }: ImageTileProps) {
  const { t } = useTranslation();
  return (
    <li className={classes.tile}>
      <button type="button" className={classes.image} aria-pressed={isSelected} onClick={onToggle}>
        <img src={image.storagePathThumbnail} alt="" width={100} height={100} loading="lazy" />
        <span className={classes.name}>{image.name}</span>
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
