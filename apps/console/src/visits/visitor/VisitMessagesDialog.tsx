import type { VisitMessage } from '@vestibule/contract/visits/message.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { useMay } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx';
import { DialogList, DialogListItem } from '../../ui/dialog/DialogList.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { MessageState } from '../../ui/MessageState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ServiceNotice } from '../../ui/ServiceNotice.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useReleaseMessage, useRetryVisitMessage, useVisitMessages } from '../message/use-messages.ts';
import classes from './visitor.module.css';

export function VisitMessagesDialog({ target: visitor, opened, onClose }: TargetDialog<Visitor>) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const visitId = visitor?.currentVisitRecordId ?? null;
  const messages = useVisitMessages(opened ? visitId : null);
  const { data: rows, error } = messages;

  return (
    <Dialog opened={opened} onClose={onClose} title={t('messages.ofVisit.title', { name: visitor?.name })} width={520}>
      <p className={classes.help}>{t('messages.ofVisit.help')}</p>
      <ServiceNotice />
      {error && <Notice kind="problem">{t('messages.ofVisit.failed', { problem: problemText(error) })}</Notice>}
      {!rows && !error && <Spinner label={t('ui.list.loading')} />}
      {rows?.length === 0 && <Notice kind="information">{t('messages.ofVisit.none')}</Notice>}
      {rows && rows.length > 0 && (
        <DialogList>
          {rows.map((message) => (
            <MessageOfVisit key={message.id} message={message} visitId={visitId} />
          ))}
        </DialogList>
      )}
      <DialogButtons>
        {error && (
          <Button variant="secondary" onClick={() => messages.refetch()} loading={messages.isFetching}>
            {t('ui.button.tryAgain')}
          </Button>
        )}
        <Button variant="secondary" onClick={onClose} data-autofocus>
          {t('ui.button.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function MessageOfVisit({ message, visitId }: { message: VisitMessage; visitId: number | null }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const may = useMay();
  const retry = useRetryVisitMessage(visitId);
  const release = useReleaseMessage();
  const { id, recipientName: recipient, canRetry, canRelease } = message;
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
    <DialogListItem
      title={words}
      button={
        act && (
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
        )
      }
    >
      <MessageState message={message} />
    </DialogListItem>
  );
}
