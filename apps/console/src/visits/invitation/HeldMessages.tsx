import type { Invitation } from '@vestibule/contract/visits/invitation.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useMay } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import type { Clock } from './use-building-clock.ts';
import { useReleaseMessages } from './use-invitations.ts';

interface HeldMessagesProps {
  invitations: readonly Invitation[];
  clock: Clock;
}

/** Messages to the shown guests that are above a limit. Dates of a series have them in common. */
export function HeldMessages({ invitations, clock }: HeldMessagesProps) {
  const { t } = useTranslation();
  const may = useMay();
  const problemText = useProblemText();
  const release = useReleaseMessages();
  const held = invitations.flatMap(({ guests }) => guests.flatMap((guest) => guest.held ?? []));
  const messageIds = [...new Set(held.map(({ messageId }) => messageId))];
  const count = messageIds.length;
  if (count === 0) return null;
  const [next] = held.flatMap(({ sendsAt }) => sendsAt ?? []).toSorted();

  const send = () =>
    release.mutateAsync(messageIds).then(
      () => toast(t('invitations.held.released', { count })),
      (error: unknown) => {
        reportUnlessOfCall(error);
        toast(problemText(error));
      },
    );

  return (
    <Notice
      kind="information"
      action={
        may('message.release') && (
          <Button variant="secondary" size="small" loading={release.isPending} onClick={() => void send()} once>
            {t('invitations.held.release')}
          </Button>
        )
      }
    >
      {next === undefined
        ? t('invitations.held.waiting', { count })
        : t('invitations.held.at', { count, time: clock.soonOf(next) })}
    </Notice>
  );
}
