import type { Message } from '@vestibule/contract/visits/message.ts';
import { Checkbox } from '@vestibule/ui/Checkbox.tsx';
import { RotateCw, Send } from '@vestibule/ui/icons.tsx';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/list/DataTable.tsx';
import { TextLink } from '../../ui/Link.tsx';
import type { Selection } from '../../ui/list/use-selection.ts';
import { Email } from '../../ui/Email.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import type { Column, RowAction } from '../../ui/list/rows.ts';
import { formatMoment } from '../../ui/time.ts';
import { toast } from '../../ui/toast.ts';
import { MessageState } from '../../ui/MessageState.tsx';
import classes from './MessageTable.module.css';
import { useReleaseMessage, useRetryMessage } from './use-messages.ts';

interface MessageTableProps {
  messages: readonly Message[];
  withCompany: boolean;
  selection: Selection;
}

/** Failed messages can be sent again, held messages released. */
export function MessageTable({ messages, withCompany, selection }: MessageTableProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const retry = useRetryMessage();
  const release = useReleaseMessage();

  const actions = ({ id, recipient, canRetry, canRelease }: Message): RowAction[] => {
    if (recipient === null) return [];
    if (canRelease) {
      const onClick = () => {
        void release.mutateAsync(id).then(
          () => toast(t('messages.released', { recipient })),
          (error) => toast(problemText(error)),
        );
      };
      const label = t('messages.release', { recipient });
      return [{ key: 'release', icon: Send, label, onClick, disabled: release.isPending, once: true }];
    }
    if (!canRetry) return [];
    const sendAgain = () => {
      // `mutate` reports nothing after the user has left the screen.
      void retry.mutateAsync(id).then(
        (message) => toast(t(message?.state === 'held' ? 'messages.heldAgain' : 'messages.queuedAgain', { recipient })),
        (error) => toast(problemText(error)),
      );
    };
    const label = t('messages.sendAgain', { recipient });
    return [{ key: 'retry', icon: RotateCw, label, onClick: sendAgain, disabled: retry.isPending, once: true }];
  };

  return (
    <DataTable
      label={t('messages.title')}
      columns={
        withCompany
          ? [recipient(t, selection), about(t), company(t), state(t), written(t)]
          : [recipient(t, selection), about(t), state(t), written(t)]
      }
      rows={messages}
      rowKey={({ id }) => id}
      rowActions={actions}
    />
  );
}

function recipient(t: TFunction, selection: Selection): Column<Message> {
  return {
    key: 'recipient',
    title: t('messages.column.recipient'),
    cell: ({ id, recipient, canRetry }) => {
      if (recipient === null) return t('messages.addressRemoved');
      const address = (
        <strong>
          <Email address={recipient} />
        </strong>
      );
      if (!canRetry && !selection.ids.has(id)) return address;
      return (
        <div className={classes.selectable}>
          <Checkbox
            label={t('messages.selection.one', { recipient })}
            isLabelHidden
            isChecked={selection.ids.has(id)}
            isDisabled={selection.isFull && !selection.ids.has(id)}
            onChange={(isSelected) => selection.set({ id, group: 0 }, isSelected)}
          />
          {address}
        </div>
      );
    },
  };
}

function about(t: TFunction): Column<Message> {
  return {
    key: 'kind',
    title: t('messages.column.kind'),
    cell: ({ kind, companyId, visit, visitor }) => {
      const name = visit?.visitorName ?? visitor?.name;
      const isOver = visit !== null && !visit.isInside;
      const list =
        isOver || !visitor
          ? `history?search=${encodeURIComponent(name ?? '')}`
          : `visitors?tab=all&visitor=${visitor.id}`;
      return (
        <>
          {t(`messages.kind.${kind}`)}
          {name !== undefined && (
            <div className={classes.about}>
              <TextLink to={`/company/${companyId}/${list}`}>{name}</TextLink>
            </div>
          )}
          {visit && (
            <div className={`${classes.about} ${classes.tenant}`}>
              {t('messages.at')} <TextLink to={`/tenants/${visit.tenant.id}`}>{visit.tenant.name}</TextLink>
            </div>
          )}
        </>
      );
    },
  };
}

function company(t: TFunction): Column<Message> {
  return { key: 'company', title: t('messages.column.company'), cell: ({ companyName }) => companyName, under: 'kind' };
}

function state(t: TFunction): Column<Message> {
  return {
    key: 'state',
    title: t('messages.column.state'),
    width: '36%',
    cell: (message) => <MessageState message={message} />,
  };
}

function written(t: TFunction): Column<Message> {
  return {
    key: 'written',
    title: t('messages.column.written'),
    cell: ({ createdAt }) => <span className={classes.moment}>{formatMoment(createdAt)}</span>,
    under: 'recipient',
  };
}
