import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dismissRefusedActs, listRefusedActs, type RefusedAct } from '@vestibule/contract/kiosks/device-refusal.ts';
import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import type { Reason } from '@vestibule/contract/platform/refusal.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Download } from '@vestibule/ui/icons.tsx';
import { call } from '@vestibule/web/call.ts';
import { keyOf, reloading } from '@vestibule/web/query.ts';
import { useSignedIn } from '@vestibule/web/session.ts';
import { SheetFrame } from '@vestibule/web/SheetFrame.tsx';
import type { TFunction } from 'i18next';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx';
import { DialogList, DialogListItem } from '../../ui/dialog/DialogList.tsx';
import { typedWord } from '../../ui/dialog/typed-word.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { DataTable } from '../../ui/list/DataTable.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PhoneNumber } from '../../ui/PhoneNumber.tsx';
import { useErrorText, useProblemText } from '../../ui/problem-text.ts';
import { useTimes } from '../../ui/time.ts';
import { toast } from '../../ui/toast.ts';
import { paperOf } from './badge-sheets.ts';
import classes from './dialogs.module.css';
import { useEraseVisitorData, useExportVisitorData } from './use-data-export.ts';
import type { DataSubject } from './use-data-request.tsx';
import { useRefusedActs } from './use-refused-acts.ts';
import { useDeleteVisitor } from './use-visitor-acts.ts';

export { EditVisitorDialog } from './EditVisitorDialog.tsx';
export { HostReachedDialog } from './HostReachedDialog.tsx';
export { ImportVisitorsDialog } from './ImportVisitorsDialog.tsx';
export { RegisterVisitorDialog } from './RegisterVisitorDialog.tsx';
export { VisitorPanel } from './VisitorPanel.tsx';

interface CheckOutDialogProps extends TargetDialog<Visitor> {
  onCheckOut: (visitor: Visitor) => Promise<void>;
}

export function CheckOutDialog({ target: visitor, opened, onClose, onCheckOut }: CheckOutDialogProps) {
  const { t } = useTranslation();
  if (!visitor) return null;
  const { name } = visitor;

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('visitors.checkingOut.title')}
      confirmLabel={t('visitors.checkingOut.submit')}
      onConfirm={() => onCheckOut(visitor)}
      type="primary"
    >
      {t('visitors.checkingOut.sureToCheckoutVisitor', { name })}
    </ConfirmDialog>
  );
}

/** A tenant user also deletes the visits to the tenant. */
export function DeleteVisitorDialog({ target: visitor, opened, onClose }: TargetDialog<Visitor>) {
  const { t } = useTranslation();
  const deleteVisitor = useDeleteVisitor();
  const isOfTenant = useSignedIn().user.tenantId !== null;
  if (!visitor) return null;
  const { name } = visitor;

  const confirm = async () => {
    await deleteVisitor.mutateAsync(visitor);
    toast(t('visitors.deleting.done', { name }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('visitors.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
    >
      {t(isOfTenant ? 'visitors.deleting.sureToDeleteOfTenant' : 'visitors.deleting.sureToDeleteVisitor', { name })}
    </ConfirmDialog>
  );
}

export function BadgePreviewDialog({ target: html, opened, onClose }: TargetDialog<string>) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const paper = html === null ? undefined : paperOf(html);

  return (
    <Dialog opened={opened} onClose={onClose} title={t('visitors.badge.title')} width={480}>
      {paper && <p className={classes.paper}>{t('visitors.badge.paper', paper)}</p>}
      {html !== null && (
        <SheetFrame ref={frame} className={classes.sheet} html={html} title={t('visitors.badge.title')} />
      )}
      <DialogButtons>
        <Button variant="secondary" onClick={onClose}>
          {t('ui.button.close')}
        </Button>
        <Button data-autofocus onClick={() => frame.current?.contentWindow?.print()}>
          {t('visitors.badge.print')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

export function NotCheckedInDialog({ target: conflicts, opened, onClose }: TargetDialog<readonly Conflict[]>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('visitors.selection.conflicts')} width={720}>
      <p className={classes.help}>{t('visitors.selection.conflictsHelp')}</p>
      <DataTable
        label={t('visitors.selection.conflicts')}
        rows={conflicts ?? []}
        rowKey={({ phone, name }) => `${phone} ${name}`}
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

/** Downloads the data of a visitor, or erases it. */
export function DataRequestDialog({ target: subject, opened, onClose }: TargetDialog<DataSubject>) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const exporting = useExportVisitorData();
  const erasing = useEraseVisitorData();
  if (!subject) return null;
  const { name, isInside } = subject;

  const close = () => {
    exporting.reset();
    onClose();
  };
  const erase = async () => {
    exporting.reset();
    await erasing.mutateAsync(subject);
    toast(t('dataRequest.done'));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t('dataRequest.title', { name })}
      confirmLabel={t('dataRequest.erase')}
      onConfirm={erase}
      confirmDisabled={exporting.isPending}
      typedWord={typedWord}
    >
      <p>{t('dataRequest.exportHelp')}</p>
      <div className={classes.export}>
        {exporting.error && (
          <Notice kind="problem">{t('dataRequest.exportFailed', { problem: problemText(exporting.error) })}</Notice>
        )}
        <Button
          variant="secondary"
          icon={<Download size={18} aria-hidden />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate(subject)}
        >
          {t('dataRequest.export')}
        </Button>
      </div>
      <p>{t('dataRequest.whatGoes')}</p>
      {isInside && <p>{t('dataRequest.isInside', { name })}</p>}
      {isInside === null && <p>{t('dataRequest.mayBeInside')}</p>}
    </ConfirmDialog>
  );
}

interface RefusedActsDialogProps {
  companyId: number;
  opened: boolean;
  onClose: () => void;
}

export function RefusedActsDialog({ companyId, opened, onClose }: RefusedActsDialogProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { data } = useRefusedActs(companyId);
  const dismiss = useDismissRefusedActs(companyId);
  const rows = data?.rows ?? [];
  const more = (data?.page?.total ?? 0) - rows.length;
  const take = (ids: readonly number[]) => dismiss.mutateAsync(ids).catch((error) => toast(problemText(error)));

  return (
    <Dialog opened={opened} onClose={onClose} title={t('visitors.refused.title')} width={560}>
      <p className={classes.refusedHelp}>{t('visitors.refused.help')}</p>
      {rows.length === 0 && <Notice kind="information">{t('visitors.refused.none')}</Notice>}
      <DialogList>
        {rows.map((act) => (
          <Act key={act.id} act={act} isBusy={dismiss.isPending} onDismiss={() => take([act.id])} />
        ))}
      </DialogList>
      {more > 0 && <p className={classes.refusedHelp}>{t('visitors.refused.more', { count: more })}</p>}
      <DialogButtons>
        {rows.length > 1 && (
          <Button variant="secondary" onClick={() => take(rows.map(({ id }) => id))} loading={dismiss.isPending}>
            {t('visitors.refused.dismissAll')}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {t('ui.button.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function useDismissRefusedActs(companyId: number) {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: keyOf(listRefusedActs, { params: { companyId } }) });
  return useMutation({
    mutationFn: async (ids: readonly number[]) => {
      await call(dismissRefusedActs, { params: { companyId }, query: { ids: ids.join(',') } });
      await reload();
    },
    ...reloading(reload),
  });
}

/** Reasons of refused check-ins, for kiosks that do not report the kind. */
const arrivals: ReadonlySet<string> = new Set<Reason>([
  'notFound',
  'visitorIsAlreadyCheckedIn',
  'visitorIsNotExpected',
  'consentRequired',
]);

function titleOf(t: TFunction, { kind, tenant, isTenantDeleted, reason }: RefusedAct): string {
  if (tenant) return t('visitors.refused.checkIn', { tenant: tenant.name });
  if (isTenantDeleted) return t('visitors.refused.checkInAtDeleted');
  const isCheckIn = kind === null ? arrivals.has(reason) : kind === 'checkIn';
  return isCheckIn ? t('visitors.refused.checkInNowhere') : t('visitors.refused.checkOut');
}

function Act({ act, isBusy, onDismiss }: { act: RefusedAct; isBusy: boolean; onDismiss: () => void }) {
  const { t } = useTranslation();
  const { formatMoment } = useTimes();
  const errorText = useErrorText();
  const { kiosk, occurredAt, reason } = act;
  const what = titleOf(t, act);
  const when = formatMoment(occurredAt);
  return (
    <DialogListItem
      title={what}
      button={
        <Button
          variant="secondary"
          size="small"
          aria-label={t('visitors.refused.dismissOne', { what, when })}
          disabled={isBusy}
          onClick={onDismiss}
        >
          {t('visitors.refused.dismiss')}
        </Button>
      }
    >
      <p className={classes.refusedHelp}>{kiosk ? t('visitors.refused.place', { when, kiosk: kiosk.name }) : when}</p>
      <p className={classes.why}>{errorText(reason)}</p>
    </DialogListItem>
  );
}
