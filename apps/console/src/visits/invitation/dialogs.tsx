import type { Guest } from '@vestibule/contract/visits/guest.ts';
import type { DateRange, Invitation, Repeat } from '@vestibule/contract/visits/invitation.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { formatDay } from '../../ui/time.ts';
import { toast } from '../../ui/toast.ts';
import { useMinute } from '../../ui/use-minute.ts';
import type { Clock } from './use-building-clock.ts';
import { GuestList } from './GuestList.tsx';
import look from '../../ui/dot.module.css';
import classes from './invitation.module.css';
import { meetingOf } from './InvitationTable.tsx';
import { ZoneHelp } from './MeetingFields.tsx';
import { fieldsOfRule, intervalText } from './repeat-rule.ts';
import { type InvitationAct, useCancelInvitation, useGuestsOfDates, useRemoveGuest } from './use-invitations.ts';

export { EditGuestDialog } from './EditGuestDialog.tsx';
export { AddGuestsDialog, CreateInvitationDialog, EditInvitationDialog } from './InvitationForms.tsx';

interface InvitationDialogProps extends TargetDialog<Invitation> {
  clock: Clock;
  onAct: (act: InvitationAct) => void;
}

/** An invitation with its guests, for screens without the table of the desk. */
export function InvitationDialog({ target: invitation, clock, onAct, opened, onClose }: InvitationDialogProps) {
  const { t } = useTranslation();
  const now = useMinute();
  if (!invitation) return null;
  const { startsAt, endsAt, status, repeat } = invitation;
  const isOpen = status === 'planned' && Date.parse(endsAt) > now;
  const open = (kind: InvitationAct['kind']) => onAct({ kind, invitation });
  return (
    <Dialog opened={opened} onClose={onClose} title={meetingOf(t, invitation)} width={560}>
      <p className={classes.when}>
        {clock.dateOf(startsAt)}, {clock.spanOf(invitation)}
      </p>
      {repeat && <p className={classes.help}>{ruleText(t, repeat)}</p>}
      <ZoneHelp clock={clock} />
      {status === 'canceled' && <p className={look.dot}>{t('invitations.canceled')}</p>}
      <div className={classes.narrow}>
        <GuestList
          invitation={invitation}
          clock={clock}
          onAct={(kind, guestId) => onAct({ kind, invitation, guestId })}
        />
      </div>
      {isOpen && (
        <DialogButtons>
          <Button variant="danger-flat" onClick={() => open('cancel')}>
            {t('invitations.canceling.submit')}
          </Button>
          <Button variant="secondary" onClick={() => open('addGuests')}>
            {t('invitations.entry.addGuests')}
          </Button>
          <Button variant="secondary" onClick={() => open('edit')}>
            {t('invitations.entry.edit')}
          </Button>
        </DialogButtons>
      )}
    </Dialog>
  );
}

function ruleText(t: TFunction, repeat: Repeat): string {
  const often = intervalText(t, repeat) ?? t(`invitations.repeat.${fieldsOfRule(repeat, repeat.until).repeat}`);
  const until = t('my.standIn.until', { date: formatDay(repeat.until) });
  return `${t('invitations.series')}: ${often} · ${until}`;
}

const mostNames = 5;

interface CancelInvitationDialogProps extends TargetDialog<Invitation> {
  clock: Clock;
}

/** Names who gets a message, before the user can confirm. */
export function CancelInvitationDialog({ target: invitation, clock, opened, onClose }: CancelInvitationDialogProps) {
  const { t } = useTranslation();
  const cancel = useCancelInvitation();
  const { dates, setDates, close } = useDates(onClose);
  const { guests, error } = useGuestsOfDates(invitation, dates);
  const problemText = useProblemText();
  if (!invitation) return null;
  const { id: invitationId, startsAt, notifyGuests, seriesId } = invitation;
  const notified = notifyGuests ? guests?.filter(isNotified) : [];
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t('invitations.canceling.title')}
      confirmLabel={t('invitations.canceling.submit')}
      cancelLabel={t('invitations.canceling.keep')}
      isLoading={!notified && error === null}
      confirmDisabled={!notified}
      onConfirm={async () => {
        await cancel.mutateAsync({ invitationId, dates: seriesId === null ? 'this' : dates });
        toast(t('invitations.canceling.done'));
      }}
    >
      <p>{t('invitations.canceling.sure', { meeting: meetingOf(t, invitation), day: clock.dateOf(startsAt) })}</p>
      {seriesId !== null && <DatesInput dates={dates} onDates={setDates} />}
      {notified && <p>{notifiedText(t, notified)}</p>}
      {!notified && error !== null && <Notice kind="problem">{problemText(error)}</Notice>}
    </ConfirmDialog>
  );
}

function notifiedText(t: TFunction, notified: readonly Guest[]): string {
  if (notified.length === 0) return t('invitations.canceling.quiet');
  const names = notified
    .slice(0, mostNames)
    .map(({ name }) => name)
    .join(', ');
  const count = notified.length - mostNames;
  return count > 0
    ? t('invitations.canceling.notifiedMore', { names, count })
    : t('invitations.canceling.notified', { names });
}

/** The server notifies no guest who declined. */
function isNotified(guest: Guest): boolean {
  return isReached(guest) && guest.state !== 'declined';
}

/** A guest has an id per date, and the same data on each. */
function isSameGuest(guest: Guest, other: Guest): boolean {
  return (['name', 'companyName', 'email', 'phone'] as const).every((each) => guest[each] === other[each]);
}

function isReached({ email, phone }: Guest): boolean {
  return email !== null || phone !== null;
}

export function RemoveGuestDialog({ target, opened, onClose }: TargetDialog<InvitationAct>) {
  const { t } = useTranslation();
  const remove = useRemoveGuest();
  const { dates, setDates, close } = useDates(onClose);
  const { guests, error } = useGuestsOfDates(target?.invitation, dates);
  const problemText = useProblemText();
  const guest = target?.invitation.guests.find(({ id }) => id === target.guestId);
  if (!target || !guest) return null;
  const { invitation } = target;
  const { name } = guest;
  const hasMessage = guests?.some((each) => isSameGuest(each, guest) && isNotified(each));
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t('invitations.removing.title')}
      confirmLabel={t('invitations.remove')}
      isLoading={!guests && error === null}
      confirmDisabled={!guests}
      onConfirm={async () => {
        const range = invitation.seriesId === null ? 'this' : dates;
        await remove.mutateAsync({ invitationId: invitation.id, guestId: guest.id, dates: range });
        toast(t('invitations.removing.done', { name }));
      }}
    >
      <p>{t('invitations.removing.sure', { name, meeting: meetingOf(t, invitation) })}</p>
      {invitation.seriesId !== null && <DatesInput dates={dates} onDates={setDates} />}
      {guests && (
        <p>{t(`invitations.removing.${invitation.notifyGuests && hasMessage ? 'notified' : 'quiet'}`, { name })}</p>
      )}
      {!guests && error !== null && <Notice kind="problem">{problemText(error)}</Notice>}
    </ConfirmDialog>
  );
}

/** The dates that a dialog changes. The next dialog begins with `this`. */
function useDates(onClose: () => void) {
  const [dates, setDates] = useState<DateRange>('this');
  const close = () => {
    setDates('this');
    onClose();
  };
  return { dates, setDates, close };
}

const ranges = ['this', 'following', 'all'] as const;

function DatesInput({ dates, onDates }: { dates: DateRange; onDates: (dates: DateRange) => void }) {
  const { t } = useTranslation();
  return (
    <SelectInput
      label={t('invitations.field.dates')}
      value={dates}
      onChange={({ currentTarget }) => onDates(ranges.find((each) => each === currentTarget.value) ?? 'this')}
    >
      {ranges.map((each) => (
        <option key={each} value={each}>
          {t(`invitations.dates.${each}`)}
        </option>
      ))}
    </SelectInput>
  );
}
