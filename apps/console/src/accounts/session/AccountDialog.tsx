import { can } from '@vestibule/contract/platform/access.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx';
import { Email } from '../../ui/Email.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import classes from './session.module.css';

interface AccountDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function AccountDialog({ opened, onClose }: AccountDialogProps) {
  const { t } = useTranslation();
  const { user, company, partner, tenant } = useSignedIn();
  const [isLeaving, setLeaving] = useState(false);
  // A company admin leaves in the user menu, a partner in its list of companies.
  const canLeave = can(user, 'company.leave') && (user.role === 'reception' || user.role === 'tenant');
  const facts = [
    { name: t('session.account.email'), value: <Email address={user.email} /> },
    { name: t('session.account.role'), value: t(`users.role.${user.role}`) },
    { name: t('session.account.partner'), value: partner?.name },
    { name: t('session.account.company'), value: company?.name },
    { name: t('session.account.tenant'), value: tenant?.name },
  ].filter(({ value }) => value !== undefined);

  return (
    <Dialog opened={opened} onClose={onClose} title={t('session.account.title')}>
      <dl className={classes.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <DialogButtons>
        {canLeave && (
          <Button variant="danger-flat" onClick={() => setLeaving(true)}>
            {t('session.leaving.title')}
          </Button>
        )}
        <Button variant="secondary" onClick={onClose} data-autofocus>
          {t('ui.button.close')}
        </Button>
      </DialogButtons>
      {canLeave && <LeaveDialog opened={isLeaving} onClose={() => setLeaving(false)} />}
    </Dialog>
  );
}
