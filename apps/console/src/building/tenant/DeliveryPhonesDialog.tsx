import { mostDeliveryPhones, TypedDeliveryPhones } from '@vestibule/contract/building/delivery-phones.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useSettingsInForce } from '../settings/use-settings.ts';
import { FieldRows } from '../../ui/form/FieldRows.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { PhoneField } from '../../ui/form/PhoneField.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useConcurrentChange } from '../../ui/form/use-concurrent-change.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useReadDeliveryPhones, useSetDeliveryPhones } from './use-delivery-phones.ts';

const PhonesForm = z.strictObject({ deliveryPhones: TypedDeliveryPhones });
type PhonesForm = z.output<typeof PhonesForm>;

/** Edits who is told when something is delivered for a tenant, beginning with the phones as they are when it is opened. */
export function DeliveryPhonesDialog({ target: tenant, opened, onClose }: TargetDialog<Tenant>) {
  const problemText = useProblemText();
  const { mutateAsync: read } = useReadDeliveryPhones();
  const [phones, setPhones] = useState<string[] | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const tenantId = tenant?.id ?? null;

  // What was shown stays while the dialog fades; what is shown next is read anew.
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setPhones(null);
  }

  const fail = useEffectEvent((error: unknown) => {
    toast(problemText(error));
    onClose();
  });
  useEffect(() => {
    if (!opened || tenantId === null) return;
    let isCurrent = true;
    read(tenantId).then(
      (now) => isCurrent && setPhones(now),
      (error: unknown) => isCurrent && fail(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [opened, tenantId, read]);

  return <Editor tenant={tenant} phones={phones} opened={opened} onClose={onClose} />;
}

interface EditorProps {
  tenant: Tenant | null;
  /** Null while they are on their way. */
  phones: string[] | null;
  opened: boolean;
  onClose: () => void;
}

function Editor({ tenant, phones: before, opened, onClose }: EditorProps) {
  const { t } = useTranslation();
  const start = before?.length ? before : [''];
  const form = useZodForm(PhonesForm, { values: { deliveryPhones: start } });
  const phones = useWatch({ control: form.control, name: 'deliveryPhones' });
  const save = useSetDeliveryPhones();
  const concurrent = useConcurrentChange(before ?? [], z.array(z.string()), (phones) => phones.join(', ') || null);
  const settings = useSettingsInForce(opened && tenant ? tenant.id : null);
  const { setFocus } = form;

  // There was nothing to type in when the dialog opened.
  useEffect(() => {
    if (before) setFocus('deliveryPhones.0');
  }, [before, setFocus]);

  const change = (changed: string[]) =>
    form.setValue('deliveryPhones', changed, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });

  const submit = async ({ deliveryPhones }: PhonesForm) => {
    if (!tenant) return;
    const edit = { tenantId: tenant.id, deliveryPhones, previous: concurrent.previous };
    await concurrent.watch(() => save.mutateAsync(edit));
    toast(t('tenants.deliveryPhones.done', { name: tenant.name }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('tenants.deliveryPhones.title')}
      form={form}
      onSubmit={submit}
      submitLabel={t('ui.button.save')}
      submitDisabled={before === null}
      concurrent={concurrent}
      width={440}
    >
      {before === null ? (
        <Spinner label={t('ui.list.loading')} />
      ) : (
        <FieldRows
          help={t('tenants.deliveryPhones.help', { name: tenant?.name })}
          rows={phones}
          onChange={change}
          onAdded={(index) => form.setFocus(`deliveryPhones.${index}`)}
          most={mostDeliveryPhones}
          full={t('errors.max20phones')}
          addLabel={t('tenants.deliveryPhones.add')}
          removeLabel={(row) => t('tenants.deliveryPhones.remove', { phone: row })}
        >
          {(index) => (
            <PhoneField
              control={form.control}
              name={`deliveryPhones.${index}`}
              label={t('tenants.deliveryPhones.phone', { number: index + 1 })}
              {...(settings && { country: settings.countryCode })}
            />
          )}
        </FieldRows>
      )}
    </FormDialog>
  );
}
