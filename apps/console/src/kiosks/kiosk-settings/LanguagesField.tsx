import { type Language, languages } from '@vestibule/contract/platform/values.ts';
import { Checkbox } from '@vestibule/ui/Checkbox.tsx';
import { useId } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { languageName, languageOption } from '../../ui/language-name.ts';
import { useErrorText } from '../../ui/problem-text.ts';
import type { KioskSettingsForm } from './kiosk-settings-form.ts';
import classes from './kiosk-settings.module.css';

export function LanguagesField({ form }: { form: KioskSettingsForm }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const id = useId();
  const { control } = form;
  const { field, fieldState } = useController({ control, name: 'languages' });
  const defaultLanguage = useWatch({ control, name: 'defaultLanguage' });
  const chosen = new Set(field.value);
  const error = fieldState.error?.message;

  const choose = (language: Language, isChosen: boolean) => {
    field.onChange(languages.filter((each) => (each === language ? isChosen : chosen.has(each))));
    // A hidden field must not keep an error.
    if (!isChosen) form.resetField(`welcomeTexts.${language}`);
    void form.trigger(['languages', 'defaultLanguage']);
  };

  return (
    <>
      <fieldset className={classes.languages} aria-describedby={error ? id : undefined}>
        <legend className={classes.legend}>{t('kioskSettings.section.languages')}</legend>
        {languages.map((language, index) => (
          <Checkbox
            key={language}
            ref={index === 0 ? field.ref : undefined}
            label={languageName(language)}
            lang={languageOption(language).lang}
            isChecked={chosen.has(language)}
            onBlur={field.onBlur}
            onChange={(isChosen) => choose(language, isChosen)}
          />
        ))}
      </fieldset>
      {error && (
        <p className={classes.error} id={id}>
          {errorText(error)}
        </p>
      )}
      <SelectField
        control={control}
        name="defaultLanguage"
        label={t('kioskSettings.field.defaultLanguage')}
        help={t('kioskSettings.field.defaultLanguageHelp')}
        options={languages
          .filter((language) => chosen.has(language) || language === defaultLanguage)
          .map(languageOption)}
        searchable
        onChosen={() => void form.trigger('defaultLanguage')}
      />
    </>
  );
}
