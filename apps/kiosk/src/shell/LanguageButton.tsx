import type { Language } from '@vestibule/contract/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { LanguageIcon } from '../ui/icons.tsx';
import { useSpoken } from '../ui/texts.tsx';
import classes from './LanguageButton.module.css';

/** Shows the language that is spoken, and changes it to another of the kiosk's. */
export function LanguageButton({ languages }: { languages: readonly Language[] }) {
  const { language, speak, texts } = useSpoken();
  const [isOpen, setIsOpen] = useState(false);
  const choose = (chosen: Language) => {
    speak(chosen);
    setIsOpen(false);
  };
  return (
    <>
      <Button icon={<LanguageIcon />} onClick={() => setIsOpen(true)}>
        <span className="unseen">{texts.language}: </span>
        {languagesOfInterface[language].name}
      </Button>
      {isOpen && (
        <Dialog title={texts.chooseLanguage} onClose={() => setIsOpen(false)}>
          <div className={classes.languages}>
            {languages.map((each) => (
              <Button
                key={each}
                lang={languagesOfInterface[each].tag}
                variant={each === language ? 'primary' : 'secondary'}
                aria-pressed={each === language}
                onClick={() => choose(each)}
              >
                {languagesOfInterface[each].name}
              </Button>
            ))}
          </div>
          <Button variant="flat" onClick={() => setIsOpen(false)}>
            {texts.close}
          </Button>
        </Dialog>
      )}
    </>
  );
}
