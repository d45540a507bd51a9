import { useQuery } from '@tanstack/react-query';
import { listPastVisits } from '@vestibule/contract/visits/history.ts';
import type { VisitDelivery, VisitMessage } from '@vestibule/contract/visits/message.ts';
import type { VisitorState as State } from '@vestibule/contract/visits/today.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { Button, buttonLook } from '@vestibule/ui/Button.tsx';
import { Download, PhoneCall } from '@vestibule/ui/icons.tsx';
import { pageOf } from '@vestibule/web/query.ts';
import { useMay } from '@vestibule/web/session.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowAction } from '../../ui/list/rows.ts';
import { MessageState } from '../../ui/MessageState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PhoneNumber } from '../../ui/PhoneNumber.tsx';
import { ServiceNotice } from '../../ui/ServiceNotice.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { useTimes } from '../../ui/time.ts';
import { toast } from '../../ui/toast.ts';
import { useReleaseMessage, useRetryVisitMessage, useVisitMessages } from '../message/use-messages.ts';
import { tenantOf } from './tenant-of.ts';
import { useExportVisitorData } from './use-data-export.ts';
import { subjectOfVisitor } from './use-data-request.tsx';
import classes from './VisitorPanel.module.css';
import { HostState, VisitorState } from './VisitorState.tsx';

export interface VisitorPanelProps {
  opened: boolean;
  onClose: () => void;
  visitor: Visitor | null;
  state: State | undefined;
  visitId: number | null;
  isGone: boolean;
  /** Empty without rights. */
  actions: readonly RowAction[];
  /** Null at an end of the page. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

type DetailsProps = VisitorPanelProps & { visitor: Visitor; steps?: ReactNode };

export function VisitorDetails({ visitor, state, visitId, isGone, actions, steps }: DetailsProps) {
  const { t } = useTranslation();
  const { shortMoment } = useTimes();
  const may = useMay();
  const { companyName, currentVisitRecord: visit, expected, phone } = visitor;
  const host = visit ? visit.employee : expected?.employee;
  const tenant = tenantOf(visitor);
  const at = (key: string) => actions.find((action) => action.key === key);
  const [next, print] = [at('next'), at('print')];

  return (
    <>
      <div className={classes.body}>
        <div className={classes.company}>
          <span>{companyName}</span>
          {steps}
        </div>
        {next && (
          <div className={classes.quick}>
            <Button variant="secondary" loading={next.loading ?? false} once onClick={next.onClick}>
              {next.text}
            </Button>
            {print && (
              <Button variant="secondary" once onClick={print.onClick}>
                {print.menu?.entry}
              </Button>
            )}
          </div>
        )}
        {tenant && (
          <div className={classes.host}>
            <div>
              <strong>{host?.name ?? tenant.name}</strong>
              {host && <p className={classes.detail}>{tenant.name}</p>}
            </div>
            <HostState state={state} answer={visit?.answer} />
            {visit?.answer?.text && <p className={classes.detail}>{visit.answer.text}</p>}
            {visit?.employee?.phone && (
              <a
                href={`tel:${visit.employee.phone}`}
                {...buttonLook({ variant: 'secondary', size: 'small' }, classes.call)}
              >
                <PhoneCall size={16} aria-hidden />
                <PhoneNumber phone={visit.employee.phone} />
              </a>
            )}
          </div>
        )}
        <Section title={t('visitorPanel.visit')}>
          <dl className={classes.facts}>
            <dt>{t('visitors.column.state')}</dt>
            <dd>
              {isGone ? <HostState state={state} isGone /> : <VisitorState visitor={visitor} state={state} />}
              {!isGone && !visit && !expected && !state?.leftAt && t('visitorPanel.notHere')}
            </dd>
            {visit && (
              <>
                <dt>{t('visitorPanel.checkedIn')}</dt>
                <dd>{shortMoment(visit.checkedInAt)}</dd>
              </>
            )}
            <dt>{t('visitors.column.phone')}</dt>
            <dd>
              <PhoneNumber phone={phone} />
            </dd>
          </dl>
        </Section>
        {visitId !== null && may('visitMessage.read') && <Messages visitId={visitId} />}
        {may('visit.history') && <EarlierVisits visitor={visitor} />}
      </div>
      <Foot visitor={visitor} actions={actions} />
    </>
  );
}

function Section({ title, count, children }: { title: string; count?: number | undefined; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3 className={classes.subtitle}>
        {title} {count !== undefined && <span className={classes.detail}>{count}</span>}
      </h3>
      {children}
    </section>
  );
}

function Messages({ visitId }: { visitId: number }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const messages = useVisitMessages(visitId);
  const { data: rows, error } = messages;
  return (
    <Section title={t('visitorPanel.messages')}>
      <ServiceNotice />
      {error && (
        <>
          <Notice kind="problem">{t('messages.ofVisit.failed', { problem: problemText(error) })}</Notice>
          <Button
            variant="secondary"
            size="small"
            loading={messages.isFetching}
            onClick={() => void messages.refetch()}
          >
            {t('ui.button.tryAgain')}
          </Button>
        </>
      )}
      {rows?.length === 0 && <p className={classes.detail}>{t('messages.ofVisit.none')}</p>}
      {rows && rows.length > 0 && (
        <ul className={classes.list} aria-label={t('visitorPanel.messages')}>
          {rows.map((row) =>
            row.channel === 'desk' || row.id === null ? (
              <ShownToReception key="desk" state={row.state} at={row.createdAt} />
            ) : (
              <MessageOfVisit key={row.id} message={{ ...row, id: row.id, channel: row.channel }} visitId={visitId} />
            ),
          )}
        </ul>
      )}
    </Section>
  );
}

function ShownToReception({ state, at }: { state: VisitDelivery['state']; at: string }) {
  const { t } = useTranslation();
  const { formatTime } = useTimes();
  return (
    <li className={classes.message}>
      <div className={classes.words}>
        <p className={classes.line}>
          <span>{t('messages.ofVisit.atReception')}</span>
          <span className={classes.detail}>{formatTime(at)}</span>
        </p>
        <MessageState message={{ channel: 'desk', state }} />
      </div>
    </li>
  );
}

function MessageOfVisit({ message, visitId }: { message: VisitMessage; visitId: number }) {
  const { t } = useTranslation();
  const { formatTime } = useTimes();
  const problemText = useProblemText();
  const may = useMay();
  const retry = useRetryVisitMessage(visitId);
  const release = useReleaseMessage();
  const { id, recipientName: recipient, canRetry, canRelease, createdAt } = message;
  const kind = t(`messages.kind.${message.kind}`);
  const channel = t(`messages.channel.${message.channel}`);
  const words =
    recipient === null
      ? t('messages.ofVisit.withoutRecipient', { kind, channel })
      : t('messages.ofVisit.to', { kind, recipient, channel });
  const act = canRelease && may('message.release') ? 'release' : canRetry && may('visitMessage.retry') ? 'retry' : null;
  const { mutateAsync, isPending } = act === 'release' ? release : retry;
  const label =
    act === 'release'
      ? t('messages.releaseThis', { message: words })
      : t('messages.ofVisit.sendAgain', { message: words });
  return (
    <li className={classes.message}>
      <div className={classes.words}>
        <p className={classes.line}>
          <span>{words}</span>
          <span className={classes.detail}>{formatTime(createdAt)}</span>
        </p>
        <MessageState message={message} />
      </div>
      {act && (
        <Button
          variant="secondary"
          size="small"
          aria-label={label}
          loading={isPending}
          once
          onClick={() => void mutateAsync(id).catch((error) => toast(problemText(error)))}
        >
          {act === 'release' ? t('messages.releaseOfVisit') : t('messages.ofVisit.send')}
        </Button>
      )}
    </li>
  );
}

/** The most earlier visits that a panel lists. The history has all. */
const mostVisits = 5;

function EarlierVisits({ visitor }: { visitor: Visitor }) {
  const { t } = useTranslation();
  const { formatDate, formatTime } = useTimes();
  const query = { visitorId: visitor.id, limit: mostVisits };
  const { data } = useQuery(pageOf(listPastVisits, { params: { companyId: visitor.companyId }, query }));
  const rows = data?.rows ?? [];
  return (
    <Section title={t('visitorPanel.earlier')} count={data?.page?.total}>
      {data && rows.length === 0 && <p className={classes.detail}>{t('visitorPanel.noEarlier')}</p>}
      <ul className={classes.list}>
        {rows.map(({ id, checkedInAt, checkedOutAt, employee, formerHost, tenant }) => (
          <li key={id} className={classes.past}>
            <span className={classes.detail}>{formatDate(checkedInAt)}</span>
            <span className={classes.cut} title={employee?.name ?? formerHost ?? tenant.name}>
              {employee?.name ?? formerHost ?? tenant.name}
            </span>
            <span className={classes.detail}>
              {formatTime(checkedInAt)}–{formatTime(checkedOutAt)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Foot({ visitor, actions }: Pick<DetailsProps, 'visitor' | 'actions'>) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const exporting = useExportVisitorData();
  const at = (key: string) => actions.find((action) => action.key === key);
  const [edit, dataRequest, remove] = [at('edit'), at('dataRequest'), at('delete')];
  if (!edit) return null;
  const download = () => exporting.mutate(subjectOfVisitor(visitor), { onError: (error) => toast(problemText(error)) });
  return (
    <footer className={classes.foot}>
      <Button variant="flat" size="small" onClick={edit.onClick}>
        {t('visitorPanel.edit')}
      </Button>
      {dataRequest && (
        <Button
          variant="flat"
          size="small"
          icon={<Download size={16} aria-hidden />}
          loading={exporting.isPending}
          onClick={download}
        >
          {t('visitorPanel.export')}
        </Button>
      )}
      <span className={classes.gap} />
      {dataRequest ? (
        <Button variant="danger-flat" size="small" onClick={dataRequest.onClick}>
          {t('visitorPanel.erase')}
        </Button>
      ) : (
        remove && (
          <Button variant="danger-flat" size="small" disabled={remove.disabled ?? false} onClick={remove.onClick}>
            {t('ui.button.delete')}
          </Button>
        )
      )}
    </footer>
  );
}
