import { useQuery } from '@tanstack/react-query';
import { getHostInvitation } from '@vestibule/contract/visits/host-invitation.ts';
import type { HostMe } from '@vestibule/contract/visits/host.ts';
import type { Invitation } from '@vestibule/contract/visits/invitation.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { ChevronLeft } from '@vestibule/ui/icons.tsx';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { markFields } from '../../ui/form/form-problem.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useDocumentTitle } from '../../ui/Page.tsx';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { GuestsField } from './GuestsField.tsx';
import { InvitationPreview } from './InvitationPreview.tsx';
import { type CreateFields, newInvitation } from './invitation-form.ts';
import { MessageFields, RepeatFields, TimeFields, TitleField, ZoneHelp } from './MeetingFields.tsx';
import { useNewInvitation } from './new-invitation.ts';
import { type Clock, useBuildingClock } from './use-building-clock.ts';
import { HostInvites } from './use-inviter.ts';
import { keepDraft, readDraft } from './invite-draft.ts';
import classes from './InvitePage.module.css';

interface InvitePageProps {
  me: HostMe;
  /** Of dates and fields. */
  locale: string;
}

/** `/my/invite`. The parameter `again` names an earlier invitation to repeat. */
export function InvitePage({ me, locale }: InvitePageProps) {
  const { t } = useTranslation();
  const clock = useBuildingClock(me.company.timeZone, locale);
  const [search] = useSearchParams();
  const again = Number(search.get('again'));
  const hasEarlier = Number.isInteger(again) && again > 0;
  const earlier = useQuery({
    ...queryOf(getHostInvitation, { params: { invitationId: again } }),
    enabled: hasEarlier,
    retry: false,
    staleTime: Infinity,
  });
  if (hasEarlier && earlier.isPending) return <Spinner label={t('ui.list.loading')} />;
  return (
    <HostInvites value={{ employeeId: me.employee.id, country: me.tenant.countryCode, locale }}>
      <Form key={again} me={me} clock={clock} earlier={earlier.data ?? null} />
    </HostInvites>
  );
}

interface FormProps {
  me: HostMe;
  clock: Clock;
  earlier: Invitation | null;
}

function Form({ me, clock, earlier }: FormProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const leave = useLeave();
  const draftKey = `${me.employee.id} ${earlier?.id ?? ''}`;
  const [draft, setDraft] = useState(() => withoutPast(clock, readDraft(draftKey)));
  const [failure, setFailure] = useState<unknown>(null);
  const { form, country, tenantId, isQuiet, once, save, marks, restart } = useNewInvitation({
    companyId: me.company.id,
    tenantId: me.tenant.id,
    clock,
    earlier,
    draft,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(t('invitations.creating.title'));
  useEffect(() => heading.current?.focus(), []);

  const { watch } = form;
  const isSent = useRef(false);
  const keep = useEffectEvent((typed: unknown) => {
    if (!isSent.current) keepDraft(draftKey, typed);
  });
  useEffect(() => {
    const { unsubscribe } = watch((typed) => keep(typed));
    return unsubscribe;
  }, [watch]);

  const submit = form.handleSubmit(async (typed) => {
    setFailure(null);
    try {
      await save(typed);
      isSent.current = true;
      keepDraft(draftKey, null);
      leave();
    } catch (error) {
      reportUnlessOfCall(error);
      if (!markFields(form, error, marks)) setFailure(error);
    }
  });
  const discard = () => {
    restart();
    once.forget();
    setFailure(null);
    keepDraft(draftKey, null);
    setDraft(undefined);
    heading.current?.focus();
  };
  const isLost = failure instanceof CallFailed && failure.status === null;

  return (
    <>
      <header className={classes.header}>
        <IconButton icon={ChevronLeft} label={t('my.toList')} onClick={leave} />
        <h1 ref={heading} tabIndex={-1}>
          {t('invitations.creating.title')}
        </h1>
      </header>
      {draft && (
        <div className={classes.draft}>
          <p role="status">{t('my.draft.kept')}</p>
          <Button variant="flat" onClick={discard}>
            {t('my.draft.discard')}
          </Button>
        </div>
      )}
      <FormProvider {...form}>
        <form
          className={classes.form}
          aria-label={t('invitations.creating.title')}
          onSubmit={(event) => void submit(event)}
          noValidate
        >
          <div className={classes.cards}>
            <section className={classes.card}>
              <TitleField />
              <TimeFields />
              <ZoneHelp clock={clock} />
              <RepeatFields />
            </section>
            <div className={classes.card}>
              <GuestsField country={country} areNotified={!isQuiet} heading="h2" />
            </div>
            <section className={classes.card}>
              <MessageFields hasDefault />
            </section>
          </div>
          <div className={classes.aside}>
            <div className={`${classes.card} ${classes.preview}`}>
              <InvitationPreview tenantId={tenantId} clock={clock} country={country} heading="h2" />
            </div>
            <div className={classes.sticky}>
              {failure !== null && <Notice kind="problem">{problemText(failure)}</Notice>}
              <Button type="submit" size="large" fullWidth loading={form.formState.isSubmitting}>
                {t(isLost ? 'ui.button.tryAgain' : 'invitations.creating.submit')}
              </Button>
            </div>
          </div>
        </form>
      </FormProvider>
    </>
  );
}

/** Goes back to the list. A page that was opened by its address has no list behind it. */
function useLeave(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === 'default' ? navigate('/my', { replace: true }) : navigate(-1));
}

/** A draft of a time that has passed begins at the next full hour. */
function withoutPast(clock: Clock, draft: CreateFields | undefined): CreateFields | undefined {
  if (!draft || `${draft.startDay}T${draft.startTime}` >= clock.plainOf(new Date())) return draft;
  const { startDay, startTime, endDay, endTime } = newInvitation(clock, new Date(), undefined);
  return { ...draft, startDay, startTime, endDay, endTime };
}
