import type { PageInfo } from '@vestibule/contract/platform/endpoint.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { CloudOff, Inbox, type Icon, SearchX } from '@vestibule/ui/icons.tsx';
import { keepFocus } from '@vestibule/ui/keep-focus.ts';
import { CallFailed } from '@vestibule/web/call.ts';
import { mayPass } from '@vestibule/web/query.ts';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Loaded.module.css';
import { Notice } from '../Notice.tsx';
import { useProblemText } from '../problem-text.ts';
import type { ListState } from './use-list-state.ts';
import { useRecovery } from '../use-recovery.ts';

export interface LoadedQuery<Row> {
  data: { rows: readonly Row[]; page: PageInfo | null } | undefined;
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Row> {
  query: LoadedQuery<Row>;
  list?: Pick<ListState, 'search' | 'setSearch' | 'from' | 'first'>;
  empty: { title: string; help?: string; action?: ReactNode };
  failed?: string;
  isLive?: boolean;
  children: (rows: readonly Row[], page: PageInfo | null) => ReactNode;
}

const retryMs = 10_000;

export function Loaded<Row>({ query, list, empty, failed, isLive = true, children }: LoadedProps<Row>) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { data, error } = query;
  const isPastTheEnd =
    data !== undefined && !query.isPlaceholderData && data.rows.length === 0 && (list?.from ?? 0) > 0;

  const goBack = useEffectEvent(() => list?.first());
  useEffect(() => {
    if (isPastTheEnd) goBack();
  }, [isPastTheEnd]);

  const isStale = data !== undefined && error !== null;
  const askAgain = useEffectEvent(() => void query.refetch());
  useEffect(() => {
    if (!isStale) return undefined;
    const asking = setInterval(() => askAgain(), retryMs);
    return () => clearInterval(asking);
  }, [isStale]);

  useRecovery(data === undefined && error !== null && mayPass(error), query.refetch);

  if (!data) {
    if (!error) return <Skeleton />;
    if (list && isRefusedPlace(error)) return <RefusedPlace list={list} />;
    return (
      <Face icon={CloudOff} title={failed ?? t('ui.list.failed')} help={problemText(error)} isProblem>
        <Button variant="secondary" onClick={() => query.refetch()} loading={query.isFetching}>
          {t('ui.button.tryAgain')}
        </Button>
      </Face>
    );
  }

  return (
    <div className={classes.loaded} aria-busy={query.isPlaceholderData}>
      {data.rows.length > 0 && children(data.rows, data.page)}
      <div role="status" className={data.rows.length > 0 ? 'unseen' : undefined}>
        {data.rows.length > 0
          ? list?.search && t('ui.list.found', { number: data.page?.total ?? data.rows.length })
          : !isPastTheEnd && <Nothing list={list} empty={empty} />}
      </div>
      {(error || !isLive) && (
        <div className={classes.stale}>
          <Notice kind="information">{t('ui.list.stale')}</Notice>
        </div>
      )}
    </div>
  );
}

/** The address is invalid, so a retry would not help. */
function isRefusedPlace(error: Error): boolean {
  const fields = error instanceof CallFailed && error.status === 400 ? error.problem?.fields : undefined;
  return fields !== undefined && ('search' in fields || 'cursor' in fields);
}

function RefusedPlace({ list }: { list: NonNullable<LoadedProps<never>['list']> }) {
  const { t } = useTranslation();
  return (
    <Face icon={SearchX} title={t('ui.list.noSuchPlace')} help={t('ui.list.noSuchPlaceHelp')} isProblem>
      <Button variant="secondary" onClick={() => (list.search ? list.setSearch('') : list.first())}>
        {t('ui.list.startOver')}
      </Button>
    </Face>
  );
}

function Nothing({ list, empty }: Pick<LoadedProps<never>, 'list' | 'empty'>) {
  const { t } = useTranslation();
  if (!list?.search) {
    return (
      <Face icon={Inbox} title={empty.title} help={empty.help}>
        {empty.action}
      </Face>
    );
  }
  return (
    <Face icon={SearchX} title={t('ui.list.noMatch', { search: list.search })} help={t('ui.list.noMatchHelp')}>
      <Button variant="secondary" onClick={() => list.setSearch('')}>
        {t('ui.list.clearSearch')}
      </Button>
    </Face>
  );
}

interface FaceProps {
  icon: Icon;
  title: string;
  help?: string;
  isProblem?: boolean;
  children?: ReactNode;
}

function Face({ icon: Icon, title, help, isProblem = false, children }: FaceProps) {
  return (
    <div ref={keepFocus} className={classes.face} role={isProblem ? 'alert' : undefined}>
      <Icon className={classes.icon} size={32} strokeWidth={1.5} aria-hidden />
      <p className={classes.title}>{title}</p>
      {help && <p className={classes.help}>{help}</p>}
      {children && <div className={classes.action}>{children}</div>}
    </div>
  );
}

/** Appears after 150 ms, so that a quick answer does not flicker. */
function Skeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.skeleton} role="status" aria-label={t('ui.list.loading')}>
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className={classes.bar} />
      ))}
    </div>
  );
}
