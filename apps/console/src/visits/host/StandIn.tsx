import type { HostMe } from '@vestibule/contract/visits/host.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { initialsOf } from '@vestibule/contract/platform/initials.ts';
import { useTranslation } from 'react-i18next';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { formatDay } from '../../ui/time.ts';
import { toast } from '../../ui/toast.ts';
import classes from './host.module.css';
import { useSetStandIn } from './use-host.ts';

/** Shows the stand-in of the host. `onChoose` opens the dialog. */
export function StandIn({ me: { standIn }, onChoose }: { me: HostMe; onChoose: () => void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { mutateAsync, isPending } = useSetStandIn();
  if (!standIn) {
    return (
      <button type="button" className={classes.standIn} onClick={onChoose}>
        <strong>{t('my.standIn.title')}</strong>
        <span className={classes.quiet}>{t('my.standIn.none')}</span>
      </button>
    );
  }
  const { name } = standIn.employee;
  const end = async () => {
    try {
      await mutateAsync({ employeeId: null });
      toast(t('my.standIn.ended'));
    } catch (error) {
      reportUnlessOfCall(error);
      toast(problemText(error));
    }
  };
  return (
    <section className={classes.card} aria-label={t('my.standIn.title')}>
      <div className={classes.active}>
        <span className={classes.avatar} aria-hidden>
          {initialsOf(name)}
        </span>
        <div className={classes.words}>
          <strong>{t('my.standIn.active', { name })}</strong>
          <span className={classes.quiet}>{t('my.standIn.until', { date: formatDay(standIn.until) })}</span>
        </div>
        <Button
          variant="flat"
          aria-label={t('my.standIn.endLabel', { name })}
          loading={isPending}
          onClick={() => void end()}
          once
        >
          {t('my.standIn.end')}
        </Button>
      </div>
    </section>
  );
}
