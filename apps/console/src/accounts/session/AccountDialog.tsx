import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getOwnAccount, listUsers, OwnName, setOwnName } from '@vestibule/contract/accounts/user.ts';
import { can } from '@vestibule/contract/platform/access.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { call } from '@vestibule/web/call.ts';
import { keyOf, queryOf } from '@vestibule/web/query.ts';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { Email } from '../../ui/Email.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useConcurrentChange } from '../../ui/form/use-concurrent-change.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import classes from './session.module.css';

interface AccountDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function AccountDialog({ opened, onClose }: AccountDialogProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { user, company, partner, tenant } = useSignedIn();
  const [isLeaving, setLeaving] = useState(false);
  const account = useQuery({ ...queryOf(getOwnAccount), enabled: opened });
  const before = account.data?.name ?? null;
  const form = useZodForm(OwnName, { values: { name: before ?? '' }, resetOptions: { keepDirtyValues: true } });
  const concurrent = useConcurrentChange<string | null>(before, z.string().nullable());
  const rename = useRename();
  // Others leave in the user menu or in the list of companies.
  const canLeave = can(user, 'company.leave') && (user.role === 'reception' || user.role === 'tenant');
  const facts = [
    { name: t('session.account.email'), value: <Email address={user.email} /> },
    { name: t('session.account.role'), value: t(`users.role.${user.role}`) },
    { name: t('session.account.partner'), value: partner?.name },
    { name: t('session.account.company'), value: company?.name },
    { name: t('session.account.tenant'), value: tenant?.name },
  ].filter(({ value }) => value !== undefined);

  const save = async ({ name }: { name: string | null }) => {
    await concurrent.watch(() => rename.mutateAsync({ name, previous: concurrent.previous }));
    toast(t('session.account.done'));
  };

  return (
    <>
      <FormDialog
        opened={opened}
        onClose={onClose}
        title={t('session.account.title')}
        form={form}
        onSubmit={save}
        submitLabel={t('ui.button.save')}
        concurrent={concurrent}
      >
        {account.error && (
          <Notice kind="problem">{t('session.account.failed', { problem: problemText(account.error) })}</Notice>
        )}
        <TextField
          control={form.control}
          name="name"
          label={t('session.account.name')}
          help={t('session.account.nameHelp')}
          autoComplete="name"
          initialFocus
        />
        <dl className={classes.facts}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {canLeave && (
          <div>
            <Button variant="danger-flat" size="small" onClick={() => setLeaving(true)}>
              {t('session.leaving.title')}
            </Button>
          </div>
        )}
      </FormDialog>
      {canLeave && <LeaveDialog opened={isLeaving} onClose={() => setLeaving(false)} />}
    </>
  );
}

function useRename() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string | null; previous: string | null }) => call(setOwnName, { body }),
    onSuccess: (account) => {
      client.setQueryData(keyOf(getOwnAccount), account);
      void client.invalidateQueries({ queryKey: keyOf(listUsers) });
    },
  });
}
