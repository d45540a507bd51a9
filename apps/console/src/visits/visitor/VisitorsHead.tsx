import { useQuery } from '@tanstack/react-query';
import { type FirstSteps as Steps, getFirstSteps } from '@vestibule/contract/accounts/first-steps.ts';
import type { Today } from '@vestibule/contract/visits/today.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useDisclosure, useMediaQuery } from '@vestibule/ui/hooks.ts';
import { TriangleAlert } from '@vestibule/ui/icons.tsx';
import { formatCount } from '@vestibule/web/count.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { lazyPart, loadLater } from '../../ui/load-later.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useTimes } from '../../ui/time.ts';
import { useRefusedActs } from './use-refused-acts.ts';
import classes from './VisitorsHead.module.css';
import { useScans } from './use-scans.ts';
import { tabOf, type VisitorList } from './use-visitor-list.ts';
import { useToday } from './use-visitors.ts';

const numbers = ['inside', 'expectedToday', 'leftToday', 'needsAttention'] as const;

const FirstSteps = lazyPart(() => loadLater(async () => (await import('./FirstSteps.tsx')).FirstSteps));

/** Shorter than for lists: another manager often does the next step. */
const stepsPauseMs = 5_000;

/** A company that completed or dismissed it loads no code for it. */
export function Checklist({ companyId }: { companyId: number }) {
  const { data: steps } = useQuery({
    ...queryOf(getFirstSteps, { params: { companyId } }),
    refetchInterval: ({ state }) => (isOpen(state.data) ? stepsPauseMs : false),
  });
  return (
    steps &&
    isOpen(steps) && (
      <Suspense fallback={<div className={classes.checklist} />}>
        <FirstSteps companyId={companyId} steps={steps} />
      </Suspense>
    )
  );
}

function isOpen(steps: Steps | undefined): boolean {
  return Object.values(steps ?? {}).some((step) => step !== true && step !== 'working');
}

interface ScansProps {
  companyId: number;
  onExpected: (phone: string) => void;
  onLeft: (visitorId: number) => void;
}

export function Scans({ companyId, onExpected, onLeft }: ScansProps): null {
  useScans(companyId, onExpected, onLeft);
  return null;
}

/** Each shows its visitors in the list below, and pressed again shows them all. */
export function TodayNumbers({ companyId, list }: { companyId: number; list: VisitorList }) {
  const { t, i18n } = useTranslation();
  const { data: today } = useToday(companyId);
  const isPhone = useMediaQuery('(max-width: 47.9375em)');
  const detailOf = useDetails(today);
  return (
    <div className={classes.numbers} role="group" aria-label={t('visitors.number.label')}>
      {numbers.map((number) => {
        const isPressed = number === 'inside' ? list.tab === 'current' : list.only === number;
        const count = today?.[number];
        const press = () => {
          if (number === 'inside') list.show(isPressed ? 'all' : 'current');
          else list.show(tabOf(number), isPressed ? undefined : number);
        };
        const isAlert = number === 'needsAttention' && Boolean(count);
        return (
          <button
            key={number}
            type="button"
            className={classes.number}
            aria-pressed={isPressed}
            data-alert={isAlert || undefined}
            onClick={press}
          >
            <span className={classes.label}>
              {isAlert && !isPhone && <TriangleAlert size={16} aria-hidden />}
              {t(isPhone ? `visitors.number.short.${number}` : `visitors.number.${number}`)}
            </span>
            <span className={classes.row}>
              <span className={classes.count}>{count === undefined ? ' ' : formatCount(count, i18n.language)}</span>
              {!isPhone && (
                <span className={classes.detail} title={detailOf(number) ?? undefined}>
                  {detailOf(number)}
                </span>
              )}
            </span>
          </button>
        );
      })}
    </div>
  );
}

function useDetails(today: Today | undefined) {
  const { t } = useTranslation();
  const { shortMoment } = useTimes();
  return (number: (typeof numbers)[number]): string | null => {
    if (!today) return null;
    const { tenantsInside, nextExpectedAt, lastLeftAt, notReached } = today;
    switch (number) {
      case 'inside':
        return tenantsInside > 0 ? t('visitors.number.insideIn', { count: tenantsInside }) : null;
      case 'expectedToday':
        return nextExpectedAt && t('visitors.number.expectedTodayAt', { time: shortMoment(nextExpectedAt) });
      case 'leftToday':
        return lastLeftAt && t('visitors.number.leftTodayAt', { time: shortMoment(lastLeftAt) });
      case 'needsAttention':
        return notReached > 0 ? t('visitors.number.notReached', { count: notReached }) : null;
    }
  };
}

const RefusedActsDialog = lazyDialog(async () => (await import('./dialogs.tsx')).RefusedActsDialog);

export function RefusedActsNotice({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const [opened, dialog] = useDisclosure();
  const { data } = useRefusedActs(companyId);
  const count = data?.page?.total ?? 0;
  return (
    <>
      {count > 0 && (
        <Notice
          kind="information"
          action={
            <Button variant="secondary" size="small" onClick={dialog.open}>
              {t('visitors.refused.open')}
            </Button>
          }
        >
          {t('visitors.refused.notice', { count })}
        </Notice>
      )}
      <RefusedActsDialog companyId={companyId} opened={opened} onClose={dialog.close} />
    </>
  );
}
