import type { Language } from '@vestibule/contract/platform/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Globe, Settings2 } from '@vestibule/ui/icons.tsx';
import { Suspense, useEffect, useRef } from 'react';
import { prepared } from '../ui/prepared.tsx';
import { useSpoken, useTexts } from '../ui/texts.tsx';
import classes from './Foot.module.css';

const dialog = prepared(async () => (await import('./LanguageDialog.tsx')).LanguageDialog);
const { Component: LanguageDialog } = dialog;
/** Loads the list of languages before it is opened. */
export const prepareLanguages = dialog.prepare;

/** The idle timer needs to know whether the list is open. */
export interface Choosing {
  isChoosing: boolean;
  onChoosing: (isChoosing: boolean) => void;
}

export function LanguageButton({ languages, isChoosing, onChoosing }: Choosing & { languages: readonly Language[] }) {
  const { language, texts } = useSpoken();
  return (
    <>
      <Button variant="secondary" icon={<Globe />} onClick={() => onChoosing(true)}>
        <span className="unseen">{texts.language}: </span>
        {languagesOfInterface[language].name}
      </Button>
      {isChoosing && (
        <Suspense>
          <LanguageDialog languages={languages} onClose={() => onChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** How long a finger holds the corner until the menu opens. The stylesheet fades the icon in for as long. */
const holdMs = 1_200;

/** Opens the menu when a finger holds this corner, or a keyboard presses the button. Invisible to visitors. */
export function MenuDoor({ onOpen }: { onOpen: () => void }) {
  const { menu } = useTexts();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = () => clearTimeout(timer.current);
  useEffect(() => release, []);
  return (
    <button
      type="button"
      className={classes.door}
      aria-label={menu.open}
      onPointerDown={() => {
        release();
        timer.current = setTimeout(onOpen, holdMs);
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      // A keyboard or a screen reader clicks without a pointer.
      onClick={({ detail }) => {
        if (detail === 0) onOpen();
      }}
    >
      <Settings2 />
    </button>
  );
}
