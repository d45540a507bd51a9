import { kioskBackgrounds } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { FieldGroup } from './FieldGroup.tsx';
import { ImageField } from './ImageField.tsx';
import type { KioskSettingsForm } from './kiosk-settings-form.ts';

/** The face of a kiosk: its logo, and what stands behind everything. */
export function InterfaceFields({ form, companyId }: { form: KioskSettingsForm; companyId: number }) {
  const { t } = useTranslation();
  const { control } = form;
  const background = useWatch({ control, name: 'background' });

  // A field that is out of sight says nothing of what is wrong with it.
  const forgetUrl = () => form.resetField('sinageUrl');

  return (
    <>
      <FieldGroup title={t('kioskSettings.section.logo')}>
        <ImageField form={form} companyId={companyId} name="logoImageId" type="logo" />
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
      </FieldGroup>
    </>
  );
}
