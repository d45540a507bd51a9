import { VisitRequest } from '@vestibule/contract/registration.ts';
import type { Tenant } from '@vestibule/contract/tenant.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ImportDialog } from '../ui/import/ImportDialog.tsx';
import type { Send } from '../ui/import/use-import.ts';
import { useTenantChoice } from '../tenant/use-tenants.ts';
import { CheckboxField } from '../ui/CheckboxField.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { useZodForm } from '../ui/use-zod-form.ts';
import { PrintFrame } from './PrintFrame.tsx';
import { useChoice } from './use-choice.ts';
import { useImportVisitors } from './use-visitors.ts';

interface ImportVisitorsDialogProps {
  companyId: number;
  opened: boolean;
  onClose: () => void;
}

const Fields = VisitRequest.pick({ tenantId: true, shouldPrintMainBadge: true, shouldPrintParkingBadge: true });
const columns = ['phone', 'name', 'companyName'] as const;

/** Pre-registers visitors from a CSV file for a tenant, and prints the badges that are asked for. */
export function ImportVisitorsDialog({ companyId, opened, onClose }: ImportVisitorsDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(Fields, { defaultValues: { shouldPrintMainBadge: false, shouldPrintParkingBadge: false } });
  const { control } = form;
  const [tenant, setTenant] = useState<Tenant | null>(null);
  const choice = useChoice(tenant);
  const tenants = useTenantChoice(companyId, choice.search);
  const { mutateAsync } = useImportVisitors();
  const [printed, setPrinted] = useState<{ html: string; copy: number } | null>(null);

  const chooseTenant = (id: number | null) => {
    const chosen = tenants.data?.pages.flatMap(({ rows }) => rows).find((each) => each.id === id) ?? null;
    setTenant(chosen);
    choice.choose(chosen && { value: chosen.id, label: chosen.name });
    // A badge that the new tenant does not have could not be seen to be ticked.
    if (!chosen?.enablePrintBadgeOption) form.setValue('shouldPrintMainBadge', false);
    if (!chosen?.enablePrintParkingBadgeOption) form.setValue('shouldPrintParkingBadge', false);
  };

  const send: Send = async (file, options) => {
    const { visitors, conflicts, html } = await mutateAsync({ file, ...options, ...Fields.parse(form.getValues()) });
    if (html !== null) setPrinted((before) => ({ html, copy: (before?.copy ?? 0) + 1 }));
    return { good: visitors, conflicts };
  };

  const reset = () => {
    form.reset();
    setTenant(null);
    choice.choose(null);
    choice.type('');
  };

  return (
    <>
      <ImportDialog
        opened={opened}
        onClose={onClose}
        title={t('imports.visitors')}
        unsuccessful={t('imports.unsuccessfulVisitorsImport')}
        columns={columns}
        pattern="Phone;Name;CompanyName"
        checkFields={() => form.trigger()}
        send={send}
        onReset={reset}
        fields={
          <>
            <SelectField
              control={control}
              name="tenantId"
              label={t('imports.tenant')}
              searchable
              options={choice.optionsFrom(tenants.data?.pages)}
              onSearch={choice.type}
              onEnd={() => tenants.hasNextPage && void tenants.fetchNextPage()}
              onChosen={chooseTenant}
            />
            {tenant?.enablePrintBadgeOption && (
              <CheckboxField control={control} name="shouldPrintMainBadge" label={t('imports.mainBadge')} />
            )}
            {tenant?.enablePrintParkingBadgeOption && (
              <CheckboxField control={control} name="shouldPrintParkingBadge" label={t('imports.parkingBadge')} />
            )}
          </>
        }
      />
      {printed && <PrintFrame key={printed.copy} html={printed.html} title={t('imports.mainBadge')} />}
    </>
  );
}
