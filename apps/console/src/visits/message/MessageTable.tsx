import type { Message } from '@vestibule/contract/visits/message.ts';
import { RotateCw, Send } from '@vestibule/ui/icons.tsx';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/list/DataTable.tsx';
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
}

/** A page of messages. Failed ones can be sent again, held ones released. */
export function MessageTable({ messages, withCompany }: MessageTableProps) {
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
          ? [recipient(t), kind(t), company(t), state(t), written(t)]
          : [recipient(t), kind(t), state(t), written(t)]
      }
      rows={messages}
      rowKey={({ id }) => id}
      rowActions={actions}
    />
  );
}

function recipient(t: TFunction): Column<Message> {
  return {
    key: 'recipient',
    title: t('messages.column.recipient'),
    cell: ({ recipient }) =>
      recipient === null ? (
        t('messages.addressRemoved')
      ) : (
        <strong>
          <Email address={recipient} />
        </strong>
      ),
  };
}

function kind(t: TFunction): Column<Message> {
  return { key: 'kind', title: t('messages.column.kind'), cell: ({ kind }) => t(`messages.kind.${kind}`) };
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
