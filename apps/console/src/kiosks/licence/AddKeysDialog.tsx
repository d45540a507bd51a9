import { type LicenceFolder, licenceLimits, NewLicences } from '@vestibule/contract/kiosks/licence.ts';
import { NumberField } from '@vestibule/ui/NumberField.tsx';
import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useField } from '../../ui/form/use-field.ts';
import { toast } from '../../ui/toast.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { type FormOf, useZodForm } from '../../ui/form/use-zod-form.ts';
import type { Shortfall } from './ShortfallNotice.tsx';
import { useCreateLicences, useFolderChoice } from './use-licences.ts';

interface AddKeysDialogProps extends TargetDialog<LicenceFolder> {
  /** Told when fewer keys were added than asked for. */
  onShortfall: (shortfall: Shortfall) => void;
}

/** Adds keys to a folder: the target, unless another one is chosen. */
export function AddKeysDialog({ target, opened, onClose, onShortfall }: AddKeysDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(NewLicences, { defaultValues: { amount: 1, folderId: target?.id } });
  const create = useCreateLicences();
  const [once] = useState(createOnce);
  const folders = useFolderChoice(target);

  const add = async (body: NewLicences) => {
    const { licenses, unsuccessfulAmount } = await once.run(body, (idempotencyKey) =>
      create.mutateAsync({ ...body, idempotencyKey }),
    );
    const folder = folders.options.find(({ value }) => value === body.folderId)?.label ?? '';
    const added = licenses.length;
    if (unsuccessfulAmount > 0) onShortfall({ folder, added, unsuccessful: unsuccessfulAmount });
    else toast(t('licences.key.adding.done', { folder, number: added }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('licences.key.adding.title')}
      once={once}
      form={form}
      onSubmit={add}
      submitLabel={t('licences.key.adding.submit')}
      submitUnchanged
    >
      <AmountField form={form} />
      <SelectField
        control={form.control}
        name="folderId"
        label={t('licences.key.field.folder')}
        required
        options={folders.options}
        onEnd={folders.more}
        searchable
      />
    </FormDialog>
  );
}

/** A number out of bounds can be typed; sending the form marks it. */
function AmountField({ form }: { form: FormOf<{ amount: number; folderId: number | undefined }, NewLicences> }) {
  const { t } = useTranslation();
  const { field, look } = useField({
    control: form.control,
    name: 'amount',
    label: t('licences.key.field.amount'),
    required: true,
    initialFocus: true,
  });
  return (
    <NumberField
      label={look.label}
      error={look.error}
      isRequired={look['aria-required']}
      isFirst={look['data-autofocus']}
      min={1}
      max={licenceLimits.added}
      {...field}
      value={field.value ?? null}
    />
  );
}
