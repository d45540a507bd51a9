import { directoryTypes, type IntegrationForm } from '@vestibule/contract/building/directory.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import type { FormOf } from '../../ui/form/use-zod-form.ts';

interface IntegrationFieldsProps {
  form: FormOf<IntegrationForm, IntegrationForm>;
  /** For a connected tenant: only secrets can be changed. */
  isLocked?: boolean;
  hidesSecrets?: boolean;
  /** The installation has no application for this directory. */
  needsOwnApp?: boolean;
}

export function IntegrationFields({
  form,
  isLocked = false,
  hidesSecrets = false,
  needsOwnApp = false,
}: IntegrationFieldsProps) {
  const { t } = useTranslation();
  const { control } = form;
  const [type, useCustomApp] = useWatch({ control, name: ['type', 'useCustomApp'] });
  const options = directoryTypes.map((value) => ({ value, label: t(`directory.type.${value}`) }));
  const fixed = { control, disabled: isLocked };

  return (
    <>
      <SelectField
        {...fixed}
        name="type"
        label={t('directory.field.type')}
        options={options}
        initialFocus={!isLocked}
      />
      {type === 'loopbooking' ? (
        <>
          <TextField
            {...fixed}
            name="loopbookingDomain"
            written="code"
            label={t('directory.field.loopbookingDomain')}
            required={!isLocked}
            maxLength={254}
          />
          {!hidesSecrets && (
            <PasswordField
              control={control}
              name="loopbookingCode"
              autoComplete="off"
              label={t('directory.field.loopbookingCode')}
              required
              help={t('directory.field.clientSecretHelp')}
              maxLength={254}
            />
          )}
        </>
      ) : (
        <>
          <TextField
            {...fixed}
            name="groupId"
            written="code"
            label={t('directory.field.groupId')}
            required={!isLocked}
            help={t('directory.field.groupIdHelp')}
            maxLength={254}
          />
          {needsOwnApp ? (
            <Notice kind="information">{t('directory.noApp', { provider: t(`directory.type.${type}`) })}</Notice>
          ) : (
            <CheckboxField
              {...fixed}
              name="useCustomApp"
              label={t('directory.field.useCustomApp')}
              help={t('directory.field.useCustomAppHelp')}
            />
          )}
          {(useCustomApp || needsOwnApp) && (
            <>
              <TextField
                {...fixed}
                name="clientId"
                written="code"
                label={t('directory.field.clientId')}
                maxLength={254}
                required={!isLocked}
              />
              {!hidesSecrets && (
                <PasswordField
                  control={control}
                  name="clientSecret"
                  autoComplete="off"
                  label={t('directory.field.clientSecret')}
                  required
                  help={t('directory.field.clientSecretHelp')}
                  maxLength={512}
                />
              )}
            </>
          )}
        </>
      )}
    </>
  );
}
