import type { Language } from '@vestibule/contract/platform/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Globe } from '@vestibule/ui/icons.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useSpoken } from '../ui/texts.tsx';
import classes from './LanguageButton.module.css';

/** Whether the list of languages is open, which whoever watches for the kiosk being left alone has to know. */
export interface Choosing {
  isChoosing: boolean;
  onChoosing: (isChoosing: boolean) => void;
}

/** Shows the language that is spoken, and changes it to another of the kiosk's. */
export function LanguageButton({ languages, isChoosing, onChoosing }: Choosing & { languages: readonly Language[] }) {
  const { language, speak, texts } = useSpoken();
  const close = () => onChoosing(false);
  const choose = (chosen: Language) => {
    speak(chosen);
    close();
  };
  return (
    <>
      <Button variant="secondary" icon={<Globe />} onClick={() => onChoosing(true)}>
        <span className="unseen">{texts.language}: </span>
        {languagesOfInterface[language].name}
      </Button>
      {isChoosing && (
        <Dialog title={texts.chooseLanguage} onClose={close}>
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
          <Button variant="flat" onClick={close}>
            {texts.close}
          </Button>
        </Dialog>
      )}
    </>
  );
}
