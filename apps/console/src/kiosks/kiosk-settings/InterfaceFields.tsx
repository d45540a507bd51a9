import { kioskBackgrounds } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import type { ImageType } from '@vestibule/contract/platform/image.ts';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ImagePicker } from '../../building/image/use-image-dialogs.tsx';
import { useImages } from '../../building/image/use-images.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { languageName, languageOption } from '../../ui/language-name.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useErrorText } from '../../ui/problem-text.ts';
import { AccentField } from './AccentField.tsx';
import { FieldGroup } from './FieldGroup.tsx';
import type { KioskSettingsForm } from './kiosk-settings-form.ts';
import classes from './kiosk-settings.module.css';

export function InterfaceFields({ form, companyId }: { form: KioskSettingsForm; companyId: number }) {
  const { t } = useTranslation();
  const { control } = form;
  const background = useWatch({ control, name: 'background' });

  // A hidden field must not keep an error.
  const forgetUrl = () => form.resetField('sinageUrl');

  return (
    <>
      <FieldGroup title={t('kioskSettings.section.logo')}>
        <ImageField form={form} companyId={companyId} name="logoImageId" type="logo" />
      </FieldGroup>
      <FieldGroup title={t('kioskSettings.field.accentColor')}>
        <AccentField form={form} />
      </FieldGroup>
      <FieldGroup title={t('kioskSettings.section.welcomeTexts')}>
        <WelcomeTexts form={form} />
      </FieldGroup>
      <FieldGroup title={t('kioskSettings.section.background')}>
        <SelectField
          control={control}
          name="background"
          label={t('kioskSettings.field.background')}
          options={kioskBackgrounds.map((value) => ({ value, label: t(`kioskSettings.background.${value}`) }))}
          onChosen={(chosen) => chosen !== 'signage' && forgetUrl()}
        />
        {background === 'image' && (
          <ImageField form={form} companyId={companyId} name="backgroundImageId" type="background" required />
        )}
        {background === 'signage' && (
          <TextField
            control={control}
            name="sinageUrl"
            type="url"
            label={t('kioskSettings.field.sinageUrl')}
            required
            help={t('kioskSettings.field.sinageUrlHelp')}
            placeholder={t('kioskSettings.field.sinageUrlPlaceholder')}
            maxLength={512}
          />
        )}
        {background === 'signage' && <Notice kind="information">{t('kioskSettings.signageCheck')}</Notice>}
      </FieldGroup>
    </>
  );
}

/** A text longer than 80 characters stays, and is marked when it is saved. */
function WelcomeTexts({ form: { control } }: { form: KioskSettingsForm }) {
  const { t } = useTranslation();
  const [chosen, texts] = useWatch({ control, name: ['languages', 'welcomeTexts'] });
  return (
    <>
      {chosen.map((language) => (
        <TextField
          key={language}
          control={control}
          name={`welcomeTexts.${language}`}
          label={languageName(language)}
          help={t('kioskSettings.field.lengthOf80', { count: texts?.[language]?.length ?? 0 })}
          lang={languageOption(language).lang}
        />
      ))}
      <p className={classes.help}>{t('kioskSettings.field.welcomeTextsHelp')}</p>
    </>
  );
}

interface ImageFieldProps {
  form: KioskSettingsForm;
  companyId: number;
  name: 'logoImageId' | 'backgroundImageId';
  type: ImageType;
  required?: boolean;
}

function ImageField({ form, companyId, name, type, required = false }: ImageFieldProps) {
  const errorText = useErrorText();
  const { field, fieldState } = useController({ control: form.control, name });
  const { data } = useImages({ companyId }, type);
  const isNone = data?.pages.every(({ rows }) => rows.length === 0) ?? false;
  const key = fieldState.error?.message;
  return (
    <>
      <ImagePicker
        owner={{ companyId }}
        type={type}
        selected={field.value}
        onSelect={field.onChange}
        required={required}
      />
      {/* If the company has images, the picker marks a missing choice. */}
      {key !== undefined && (isNone || key !== 'pleaseSelectPic') && <Notice kind="problem">{errorText(key)}</Notice>}
    </>
  );
}
