import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/list/DataTable.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx';
import { PhoneNumber } from '../../ui/PhoneNumber.tsx';
import { useErrorText } from '../../ui/problem-text.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import classes from './NotCheckedInDialog.module.css';

/** Those of many who could not be checked in, and why. */
export function NotCheckedInDialog({ target: conflicts, opened, onClose }: TargetDialog<readonly Conflict[]>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('visitors.selection.conflicts')} width={720}>
      <p className={classes.help}>{t('visitors.selection.conflictsHelp')}</p>
      <DataTable
        label={t('visitors.selection.conflicts')}
        rows={conflicts ?? []}
        rowKey={({ phone }) => phone ?? ''}
        columns={[
          { key: 'name', title: t('visitors.column.name'), cell: ({ name }) => <strong>{name}</strong> },
          {
            key: 'phone',
            title: t('visitors.column.phone'),
            cell: ({ phone }) => phone && <PhoneNumber phone={phone} />,
          },
          { key: 'company', title: t('visitors.column.company'), cell: ({ companyName }) => companyName },
          { key: 'reason', title: t('visitors.selection.reason'), cell: ({ reason }) => errorText(reason) },
        ]}
      />
      <DialogButtons>
        <Button data-autofocus onClick={onClose}>
          {t('ui.button.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
