import type { RefusedAct } from '@vestibule/contract/kiosks/device-refusal.ts';
import type { Reason } from '@vestibule/contract/platform/refusal.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx';
import { DialogList, DialogListItem } from '../../ui/dialog/DialogList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useErrorText, useProblemText } from '../../ui/problem-text.ts';
import { formatMoment } from '../../ui/time.ts';
import { toast } from '../../ui/toast.ts';
import classes from './RefusedActsDialog.module.css';
import { useDismissRefusedActs, useRefusedActs } from './use-refused-acts.ts';

interface RefusedActsDialogProps {
  companyId: number;
  opened: boolean;
  onClose: () => void;
}

/** What kiosks could not pass on: which act, where and when, and why. Whoever has looked after one takes it off the list. */
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
      <p className={classes.help}>{t('visitors.refused.help')}</p>
      {rows.length === 0 && <Notice kind="information">{t('visitors.refused.none')}</Notice>}
      <DialogList>
        {rows.map((act) => (
          <Act key={act.id} act={act} isBusy={dismiss.isPending} onDismiss={() => take([act.id])} />
        ))}
      </DialogList>
      {more > 0 && <p className={classes.help}>{t('visitors.refused.more', { count: more })}</p>}
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

/** Reasons that only an arrival is refused for: without a tenant it was one that is deleted by now. */
const arrivals: ReadonlySet<string> = new Set<Reason>([
  'notFound',
  'visitorIsAlreadyCheckedIn',
  'visitorIsNotExpected',
  'consentRequired',
]);

function Act({ act, isBusy, onDismiss }: { act: RefusedAct; isBusy: boolean; onDismiss: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { kiosk, tenant, occurredAt, reason } = act;
  const without = arrivals.has(reason) ? t('visitors.checkInNowhere') : t('visitors.refused.checkOut');
  const what = tenant ? t('visitors.refused.checkIn', { tenant: tenant.name }) : without;
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
      <p className={classes.help}>{kiosk ? t('visitors.refused.place', { when, kiosk: kiosk.name }) : when}</p>
      <p className={classes.why}>{errorText(reason)}</p>
    </DialogListItem>
  );
}
