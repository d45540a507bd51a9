import { CheckIn } from '@vestibule/contract/visits/registration.ts';
import { maxUndecided } from '@vestibule/contract/visits/expected.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ImportDialog } from '../../ui/import/ImportDialog.tsx';
import type { Send } from '../../ui/import/use-import.ts';
import { useTenantChoice } from '../../building/tenant/use-tenants.ts';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useChoice } from '../../ui/form/use-choice.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { joinSheets } from './badge-sheets.ts';
import { useImportVisitors } from './use-visitor-acts.ts';

interface ImportVisitorsDialogProps {
  companyId: number;
  opened: boolean;
  onClose: () => void;
  /** Set if the tenant cannot be chosen. */
  tenant?: Tenant;
  onBadges: (html: string) => void;
}

const announcements = ['ask', 'all', 'none'] as const;
const Fields = CheckIn.pick({ tenantId: true, shouldPrintMainBadge: true, shouldPrintParkingBadge: true }).extend({
  announcement: z.enum(announcements),
});
const columns = ['phone', 'name', 'companyName'] as const;
const optional = ['host', 'time'] as const;

/** A retry after a lost answer does not import twice. */
export function ImportVisitorsDialog(props: ImportVisitorsDialogProps) {
  const { companyId, opened, onClose, tenant: preset, onBadges } = props;
  const { t } = useTranslation();
  const form = useZodForm(Fields, {
    defaultValues: { announcement: 'ask', ...badgesOf(preset ?? null), ...(preset && { tenantId: preset.id }) },
  });
  const { control } = form;
  const [tenant, setTenant] = useState<Tenant | null>(preset ?? null);
  const choice = useChoice(tenant);
  const tenants = useTenantChoice(preset ? null : companyId, choice.search);
  const { mutateAsync } = useImportVisitors();
  const [once] = useState(createOnce);
  const sheets = useRef<string[]>([]);

  const chooseTenant = (id: number | null) => {
    const chosen = tenants.data?.pages.flatMap(({ rows }) => rows).find((each) => each.id === id) ?? null;
    setTenant(chosen);
    const badges = badgesOf(chosen);
    form.setValue('shouldPrintMainBadge', badges.shouldPrintMainBadge);
    form.setValue('shouldPrintParkingBadge', badges.shouldPrintParkingBadge);
  };

  const send: Send = async (file, options) => {
    const { announcement, ...fields } = Fields.parse(form.getValues());
    const announce = options.announce ?? (announcement === 'ask' ? undefined : announcement === 'all');
    // The first import of the file already returned the badges.
    const badges = options.announce ? badgesOf(null) : fields;
    const sent = { file, ...options, ...fields, ...badges, announce };
    const {
      visitors,
      conflicts,
      html,
      messagesHeld = 0,
    } = options.preview
      ? await mutateAsync(sent)
      : await once.run([fields, announce, file.name, await file.text()], (idempotencyKey) =>
          mutateAsync({ ...sent, idempotencyKey }),
        );
    if (html !== null) sheets.current.push(html);
    const isUndecided = announce === undefined && messagesHeld > maxUndecided;
    return { good: visitors, conflicts, held: messagesHeld, isUndecided };
  };

  // Badges of corrected rows print with the earlier ones when the dialog has closed.
  const reset = () => {
    const html = joinSheets(sheets.current);
    sheets.current = [];
    if (html !== null) onBadges(html);
    once.forget();
    form.reset();
    setTenant(preset ?? null);
    choice.clear();
  };

  return (
    <ImportDialog
      opened={opened}
      onClose={onClose}
      title={t('imports.visitors')}
      unsuccessful={t('imports.unsuccessfulVisitorsImport')}
      columns={columns}
      optional={optional}
      pattern="Phone;Name;CompanyName"
      checkFields={() => form.trigger()}
      send={send}
      onReset={reset}
      fields={
        <>
          {!preset && (
            <SelectField
              control={control}
              name="tenantId"
              label={t('imports.tenant')}
              required
              {...choice.from(tenants, chooseTenant)}
            />
          )}
          <SelectField
            control={control}
            name="announcement"
            label={t('imports.messages')}
            options={[
              { value: 'ask', label: t('imports.announceAsk') },
              { value: 'all', label: t('imports.announceAll') },
              { value: 'none', label: t('imports.announceNone') },
            ]}
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
  );
}

/** By default badges print where the tenant has them. */
function badgesOf(tenant: Tenant | null) {
  return {
    shouldPrintMainBadge: tenant?.enablePrintBadgeOption ?? false,
    shouldPrintParkingBadge: tenant?.enablePrintParkingBadgeOption ?? false,
  };
}
