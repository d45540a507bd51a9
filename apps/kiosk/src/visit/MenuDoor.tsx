import { Settings2 } from '@vestibule/ui/icons.tsx';
import { useEffect, useRef } from 'react';
import { useTexts } from '../ui/texts.tsx';
import classes from './MenuDoor.module.css';

/** For how long the corner is held until the menu opens, in milliseconds; the style sheet fades the icon in meanwhile. */
const holdFor = 1_200;

/** The way to the menu, out of the way of visitors: a corner to be held, or a button that only the keyboard comes to. */
export function MenuDoor({ onOpen }: { onOpen: () => void }) {
  const { menu } = useTexts();
  const holding = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = () => clearTimeout(holding.current);
  useEffect(() => release, []);
  return (
    <button
      type="button"
      className={classes.door}
      aria-label={menu.open}
      onPointerDown={() => {
        release();
        holding.current = setTimeout(onOpen, holdFor);
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      // A key, or a screen reader, presses without a pointer.
      onClick={({ detail }) => {
        if (detail === 0) onOpen();
      }}
    >
      <Settings2 />
    </button>
  );
}
