import type { Language } from '@vestibule/contract/platform/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Globe } from '@vestibule/ui/icons.tsx';
import { Suspense } from 'react';
import { prepared } from '../ui/prepared.tsx';
import { useSpoken } from '../ui/texts.tsx';

const dialog = prepared(async () => (await import('./LanguageDialog.tsx')).LanguageDialog);
const { Component: LanguageDialog } = dialog;
/** Fetches the list of languages before a visitor opens it. */
export const prepareLanguages = dialog.prepare;

/** Whether the list of languages is open. The idle timer depends on it. */
export interface Choosing {
  isChoosing: boolean;
  onChoosing: (isChoosing: boolean) => void;
}

/** Shows the current language and changes it to another one of the kiosk. */
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
