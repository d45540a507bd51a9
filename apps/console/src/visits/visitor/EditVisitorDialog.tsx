import { type Visitor, VisitorEdit, VisitorTyped } from '@vestibule/contract/visits/visitor.ts';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useCountry } from '../../building/settings/use-country.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { PhoneField } from '../../ui/form/PhoneField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { toast } from '../../ui/toast.ts';
import { useConcurrentChange } from '../../ui/form/use-concurrent-change.ts';
import { type FormOf, useZodForm } from '../../ui/form/use-zod-form.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { SaveDataField } from './SaveDataField.tsx';
import { tenantOf } from './tenant-of.ts';
import { useUpdateVisitor } from './use-visitor-acts.ts';

export function EditVisitorDialog({ target: visitor, opened, onClose }: TargetDialog<Visitor>) {
  const { t } = useTranslation();
  const update = useUpdateVisitor();
  const form = useZodForm(VisitorEdit, { values: typedOf(visitor) });
  const { control } = form;
  const concurrent = useConcurrentChange(typedOf(visitor), VisitorTyped, textOf);

  const save = async (edit: VisitorEdit) => {
    if (!visitor) return;
    const change = { visitorId: visitor.id, edit: { ...edit, previous: concurrent.previous } };
    const { name } = await concurrent.watch(() => update.mutateAsync(change));
    toast(t('visitors.editing.done', { name }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('visitors.editing.title')}
      form={form}
      onSubmit={save}
      submitLabel={t('ui.button.save')}
      concurrent={concurrent}
      reasonFields={{ invalidPhone: 'phone', visitorWithThisPhoneAlreadyExists: 'phone' }}
    >
      <TextField
        control={control}
        name="name"
        written="name"
        label={t('visitors.field.name')}
        maxLength={120}
        required
        initialFocus
      />
      <TextField
        control={control}
        name="companyName"
        written="name"
        label={t('visitors.field.companyName')}
        maxLength={120}
        required
      />
      {visitor && <VisitorPhoneField visitor={visitor} form={form} />}
      <SaveDataField
        control={control}
        name="shouldSaveData"
        tenantId={visitor ? (tenantOf(visitor)?.id ?? null) : null}
        isRemembered={visitor?.shouldSaveData ?? false}
      />
    </FormDialog>
  );
}

interface VisitorPhoneFieldProps {
  visitor: Visitor;
  form: FormOf<z.input<typeof VisitorEdit>, VisitorEdit>;
}

/** Read with the country of the visitor's tenant, or else of the company. */
function VisitorPhoneField({ visitor, form: { control } }: VisitorPhoneFieldProps) {
  const { t } = useTranslation();
  const country = useCountry(visitor.companyId, tenantOf(visitor)?.id ?? null);
  return <PhoneField control={control} name="phone" label={t('visitors.field.phone')} country={country} required />;
}

function typedOf(visitor: Visitor | null): VisitorTyped {
  return {
    name: visitor?.name ?? '',
    companyName: visitor?.companyName ?? '',
    phone: visitor?.phone ?? '',
    shouldSaveData: visitor?.shouldSaveData ?? false,
  };
}

function textOf({ name, companyName, phone }: VisitorTyped): string {
  return [name, companyName, phone].join(', ');
}
