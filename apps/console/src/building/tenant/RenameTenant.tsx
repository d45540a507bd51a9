import { type Tenant, TenantName } from '@vestibule/contract/building/tenant.ts';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { Check, X } from '@vestibule/ui/icons.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useConcurrentChange } from '../../ui/form/use-concurrent-change.ts';
import { tooLong } from '../../ui/form/use-field.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useErrorText, useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import classes from './tenant.module.css';
import { useRenameTenant } from './use-tenants.ts';

export function RenameTenant({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const problemText = useProblemText();
  const rename = useRenameTenant();
  const { register, handleSubmit, formState, watch } = useZodForm(TenantName, {
    defaultValues: { name: tenant.name },
  });
  const invalid = formState.errors.name?.message ?? tooLong(watch('name'), 120);
  const concurrent = useConcurrentChange(tenant.name, z.string());
  const changed = concurrent.changed && `${t('ui.meanwhile.now', concurrent.changed)} ${t('ui.meanwhile.replace')}`;
  const error = invalid ? errorText(invalid) : (changed ?? (rename.error && problemText(rename.error)));

  const { ref, ...field } = register('name');
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const save = handleSubmit(async ({ name }) => {
    if (rename.isPending) return;
    if (name !== concurrent.previous) {
      try {
        const change = { tenantId: tenant.id, name, previous: concurrent.previous };
        await concurrent.watch(() => rename.mutateAsync(change));
      } catch (error) {
        // A deleted tenant takes the field with it, so its error is a toast.
        if (error instanceof CallFailed && error.status === 404) toast(problemText(error));
        return;
      }
    }
    onClose();
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    if (!rename.isPending) onClose();
  };

  return (
    <form className={classes.line} onSubmit={save} noValidate>
      <TextInput
        {...field}
        ref={(element) => {
          ref(element);
          input.current = element;
        }}
        className={classes.field}
        size="medium"
        aria-label={t('tenants.renaming.label')}
        aria-required
        error={error}
        autoComplete="off"
        onKeyDown={onKeyDown}
      />
      <span className={classes.line}>
        <IconButton icon={Check} label={t('tenants.renaming.save')} onClick={save} loading={rename.isPending} />
        <IconButton icon={X} label={t('tenants.renaming.cancel')} onClick={onClose} disabled={rename.isPending} />
      </span>
    </form>
  );
}
