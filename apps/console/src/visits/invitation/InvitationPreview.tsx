import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CountryCode } from '@vestibule/contract/platform/country.ts';
import { previewHostInvitation } from '@vestibule/contract/visits/host-invitation.ts';
import { invitationLimits, previewInvitation } from '@vestibule/contract/visits/invitation.ts';
import { useDebouncedValue } from '@vestibule/ui/hooks.ts';
import { call } from '@vestibule/web/call.ts';
import { SheetFrame } from '@vestibule/web/SheetFrame.tsx';
import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { languageOption } from '../../ui/language-name.ts';
import { addDays, addMs, type Clock } from './use-building-clock.ts';
import { checkGuests } from './guest-lines.ts';
import { type CreateFields, guestsOf, toBody } from './invitation-form.ts';
import classes from './invitation.module.css';
import { useHostInviter } from './use-inviter.ts';

interface InvitationPreviewProps {
  /** Null until it is chosen. */
  tenantId: number | null;
  clock: Clock;
  country: CountryCode | undefined;
  heading?: 'h2' | 'h3';
}

const settleMs = 500;
const hourMs = 3_600_000;

/** The message to the first guest who can get one. */
export function InvitationPreview({ tenantId, clock, country, heading: Heading = 'h3' }: InvitationPreviewProps) {
  const { t } = useTranslation();
  const id = useId();
  const host = useHostInviter();
  const { control } = useFormContext<CreateFields, unknown, CreateFields>();
  const body = useWatch({ control, compute: (typed: CreateFields) => bodyOf(clock, typed, country) });
  const isQuiet = useWatch({ control, name: 'isQuiet' });
  const text = JSON.stringify(body);
  const isSettled = useDebouncedValue(text, settleMs) === text;
  const { data, isError } = useQuery({
    queryKey: ['invitationPreview', tenantId, text],
    queryFn: ({ signal }) => {
      if (body === null) throw new Error('disabled');
      return host
        ? call(previewHostInvitation, { body: { ...body, employeeId: undefined } }, { signal })
        : call(previewInvitation, { params: { tenantId: tenantId ?? 0 }, body }, { signal });
    },
    enabled: isSettled && body !== null && tenantId !== null && !isQuiet,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const name = body?.guest.name;
  const isShown = body !== null && !isQuiet && !isError && data !== undefined;

  return (
    <section className={classes.preview} aria-labelledby={id}>
      <Heading className={classes.heading} id={id}>
        {name ? t('my.preview.title', { name }) : t('my.preview.titleOfAny')}
      </Heading>
      {!isShown && <p className={classes.help}>{t(isQuiet ? 'my.preview.quiet' : 'my.preview.none')}</p>}
      {isShown && (
        <>
          <p className={classes.help}>{t(`my.preview.${data.channel}`)}</p>
          {data.html === null ? (
            <p className={classes.sms} lang={languageOption(data.language).lang}>
              {data.text}
            </p>
          ) : (
            <>
              <p className={classes.subject} lang={languageOption(data.language).lang}>
                {data.subject}
              </p>
              <SheetFrame html={data.html} title={t('my.preview.email')} className={classes.mail} />
            </>
          )}
        </>
      )}
    </section>
  );
}

/** Null while the server would refuse the times, and without a guest whom a message reaches. */
function bodyOf(clock: Clock, typed: CreateFields, country: CountryCode | undefined) {
  if (!isPlausible(clock, typed)) return null;
  const guests = guestsOf(typed).map(({ guest }) => guest);
  const problems = checkGuests(guests, { country, areNotified: true });
  const guest = guests.find((_, index) => problems[index] === undefined);
  if (!guest) return null;
  const { guests: _guests, notifyGuests: _notifyGuests, ...body } = toBody(clock, typed);
  return { ...body, guest };
}

function isPlausible(clock: Clock, { startDay, startTime, endDay, endTime, repeat, until }: CreateFields): boolean {
  if (!startDay || !startTime || !endDay || !endTime) return false;
  const [start, end] = [`${startDay}T${startTime}`, `${endDay}T${endTime}`];
  if (start < clock.plainOf(new Date()) || end <= start || end > addMs(start, invitationLimits.hours * hourMs))
    return false;
  return repeat === 'once' || (until !== null && until >= startDay && until <= addDays(startDay, 364));
}
