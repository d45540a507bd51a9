import type { Image } from '@vestibule/contract/platform/image.ts';
import type { ReactNode } from 'react';
import { Picture } from '../../shell/Picture.tsx';
import { useTexts } from '../../ui/texts.tsx';
import classes from './Choice.module.css';
import { initialsOf } from '@vestibule/web/initials.ts';

export function Choices({ children }: { children: ReactNode }) {
  return <ul className={classes.choices}>{children}</ul>;
}

/** Says that nothing matches. The live region stays mounted: some screen readers skip one that appears with its text. */
export function Nothing({ isFound }: { isFound: boolean }) {
  const { tenant } = useTexts();
  return (
    <p role="status" className={isFound ? 'unseen' : undefined}>
      {!isFound && tenant.none}
    </p>
  );
}

interface ChoiceProps {
  name: string;
  detail?: string;
  /** Null for initials; absent without a photo. */
  photo?: Image | null | undefined;
  logo?: Image | null;
  onChoose: () => void;
}

export function Choice({ name, detail, photo, logo, onChoose }: ChoiceProps) {
  return (
    <li>
      <button type="button" className={classes.choice} onClick={onChoose}>
        {photo && <Picture className={classes.face} loading="lazy" address={photo.storagePathThumbnail} alt="" />}
        {photo === null && (
          <span className={classes.face} aria-hidden>
            {initialsOf(name)}
          </span>
        )}
        {logo && (
          <Picture className={`${classes.logo} on-paper`} loading="lazy" address={logo.storagePathThumbnail} alt="" />
        )}
        <span className={classes.words}>
          <span className={classes.name}>{name}</span>
          {detail !== undefined && <span className={classes.detail}>{detail}</span>}
        </span>
      </button>
    </li>
  );
}
