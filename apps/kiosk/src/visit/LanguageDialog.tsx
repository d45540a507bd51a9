import type { Language } from '@vestibule/contract/platform/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Dialog } from '@vestibule/ui/Dialog.tsx';
import { useSpoken } from '../ui/texts.tsx';
import classes from './Foot.module.css';
import { useBack } from '../shell/use-back.ts';

export function LanguageDialog({ languages, onClose }: { languages: readonly Language[]; onClose: () => void }) {
  const { language, speak, texts } = useSpoken();
  useBack(true, onClose);
  const choose = (chosen: Language) => {
    speak(chosen);
    onClose();
  };
  return (
    <Dialog isOpen isForm title={texts.chooseLanguage} onClose={onClose}>
      <div className={classes.languages}>
        {languages.map((each, index) => (
          <Button
            key={each}
            lang={languagesOfInterface[each].tag}
            variant={each === language ? 'primary' : 'secondary'}
            aria-pressed={each === language}
            onClick={() => choose(each)}
            data-autofocus={index === 0 || undefined}
          >
            {languagesOfInterface[each].name}
          </Button>
        ))}
      </div>
      <Button variant="flat" onClick={onClose}>
        {texts.close}
      </Button>
    </Dialog>
  );
}
