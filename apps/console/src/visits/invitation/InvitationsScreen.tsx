import { guestStates } from '@vestibule/contract/visits/guest.ts';
import { invitationLimits } from '@vestibule/contract/visits/invitation.ts';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Plus } from '@vestibule/ui/icons.tsx';
import { useLive } from '@vestibule/web/live.ts';
import { useTranslation } from 'react-i18next';
import { useBuildingZone } from '../../accounts/company/use-building-zone.ts';
import { DayRange } from '../../ui/form/DayRange.tsx';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { useFilter } from '../../ui/list/address-filter.ts';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { useListState } from '../../ui/list/use-list-state.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { ServiceNotice } from '../../ui/ServiceNotice.tsx';
import { useRequestedAction } from '../../ui/requested-action.ts';
import { useIsLive } from '../../ui/use-is-live.ts';
import { useGuestArrivals } from '../visitor/use-guest-dialogs.tsx';
import { HeldMessages } from './HeldMessages.tsx';
import { InvitationTable } from './InvitationTable.tsx';
import classes from './invitation.module.css';
import { addDays, useBuildingClock } from './use-building-clock.ts';
import { useInvitationDialogs } from './use-invitation-dialogs.tsx';
import { type InvitationFilter, invitationFilter, useInvitations } from './use-invitations.ts';

interface InvitationsScreenProps {
  companyId: number;
  /** Set in the list of one tenant. */
  tenantId?: number;
}

export function InvitationsScreen({ companyId, tenantId }: InvitationsScreenProps) {
  const { t } = useTranslation();
  const list = useListState();
  const { filter, narrow, clear } = useFilter(invitationFilter);
  const { zone, otherZone, today } = useBuildingZone(companyId);
  const clock = useBuildingClock(zone ?? null);
  const problem = problemOf(filter, today);
  const invitations = useInvitations({ companyId, tenantId }, { ...filter, ...list.query }, problem === null);
  const isLive = useIsLive();
  const { create, act, dialogs } = useInvitationDialogs({ companyId, tenantId, clock });
  const arrivals = useGuestArrivals(companyId, tenantId);
  useLive(tenantId === undefined ? { companyId } : { tenantId });
  useShortcut('n', t('invitations.create'), () => create());
  useRequestedAction('invite', () => create());

  const createButton = (
    <Button icon={<Plus size={18} aria-hidden />} onClick={() => create()}>
      {t('invitations.create')}
    </Button>
  );
  const isReady = zone !== undefined;
  const data = isReady ? invitations.data : undefined;

  return (
    <Page title={t('invitations.title')} actions={createButton}>
      <ServiceNotice />
      <div className={classes.filters} role="search" aria-label={t('invitations.filter.label')}>
        <SearchField list={list} label={t('invitations.search')} minimum={searchMinimum.company} />
        <DayRange
          range={filter}
          onNarrow={narrow}
          hint={t('invitations.filter.hint')}
          most={invitationLimits.days}
          firstDay={today}
        />
        <div className={classes.state}>
          <SelectInput
            label={t('invitations.filter.state')}
            value={filter.state ?? ''}
            onChange={({ currentTarget }) =>
              narrow({ state: guestStates.find((state) => state === currentTarget.value) ?? null })
            }
          >
            <option value="">{t('invitations.filter.all')}</option>
            {guestStates.map((state) => (
              <option key={state} value={state}>
                {t(`invitations.state.${state}`)}
              </option>
            ))}
          </SelectInput>
        </div>
        {clear && (
          <Button variant="flat" onClick={clear}>
            {t('invitations.filter.clear')}
          </Button>
        )}
      </div>
      {otherZone !== null && (
        <p className={classes.help}>{t('invitations.zone', { zone: zone?.replaceAll('_', ' ') })}</p>
      )}
      {problem !== null ? (
        <Notice kind="problem">{t(`invitations.filter.${problem}`)}</Notice>
      ) : (
        <Loaded
          query={{ ...invitations, data }}
          list={list}
          isLive={isLive}
          empty={
            clear
              ? { title: t('invitations.noMatch'), help: t('invitations.noMatchHelp') }
              : { title: t('invitations.none'), help: t('invitations.noneHelp'), action: createButton }
          }
        >
          {(rows, page) => (
            <>
              <HeldMessages invitations={rows} clock={clock} />
              <InvitationTable
                invitations={rows}
                clock={clock}
                withTenant={tenantId === undefined}
                arrivals={arrivals}
                onAct={act}
              />
              <Pager list={list} page={page} shown={rows.length} />
            </>
          )}
        </Loaded>
      )}
      {isReady && dialogs}
      {arrivals.dialogs}
    </Page>
  );
}

/** Days that the server refuses. It adds 30 days to a missing end. */
function problemOf({ from, to }: InvitationFilter, today: string): 'reversed' | 'tooLong' | null {
  const first = from ?? today;
  if (to === undefined) return null;
  if (to < first) return 'reversed';
  return to > addDays(first, invitationLimits.days) ? 'tooLong' : null;
}
