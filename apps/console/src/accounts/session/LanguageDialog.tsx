import { languages } from '@vestibule/contract/platform/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { Check } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import classes from './LanguageDialog.module.css';

interface LanguageDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Offers the languages of the interface by their own names. The choice is kept in this browser. */
export function LanguageDialog({ opened, onClose }: LanguageDialogProps) {
  const { t, i18n } = useTranslation();
  const choose = async (language: string) => {
    await i18n.changeLanguage(language);
    onClose();
  };

  return (
    <Dialog isForm opened={opened} onClose={onClose} title={t('shell.language.title')}>
      <p className={classes.help}>{t('shell.language.help')}</p>
      <div className={classes.list}>
        {languages.map((language) => {
          const isChosen = language === i18n.language;
          return (
            <button
              key={language}
              type="button"
              className={classes.language}
              aria-pressed={isChosen}
              data-autofocus={isChosen || undefined}
              onClick={() => choose(language)}
            >
              <span lang={languagesOfInterface[language].tag}>{languagesOfInterface[language].name}</span>
              {isChosen ? <Check size={18} aria-hidden /> : <span className={classes.code}>{language}</span>}
            </button>
          );
        })}
      </div>
    </Dialog>
  );
}
