import { guestStates, invitationLimits } from '@vestibule/contract/visits/invitation.ts';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useDisclosure } from '@vestibule/ui/hooks.ts';
import { Plus } from '@vestibule/ui/icons.tsx';
import { useLive } from '@vestibule/web/live.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useBuildingZone } from '../../accounts/company/use-building-zone.ts';
import { DayRange } from '../../ui/form/DayRange.tsx';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useFilter } from '../../ui/list/address-filter.ts';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { useListState } from '../../ui/list/use-list-state.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { dialogsByKind, useTarget } from '../../ui/dialog/use-target.ts';
import { useRequestedAction } from '../../ui/requested-action.ts';
import { useIsLive } from '../../ui/use-is-live.ts';
import { useGuestArrivals } from '../visitor/use-guest-dialogs.tsx';
import { addDays, createClock } from './building-clock.ts';
import { HeldMessages } from './HeldMessages.tsx';
import { InvitationTable } from './InvitationTable.tsx';
import classes from './invitation.module.css';
import { type InvitationAct, type InvitationFilter, invitationFilter, useInvitations } from './use-invitations.ts';

const load = () => import('./dialogs.tsx');
const CreateInvitationDialog = lazyDialog(async () => (await load()).CreateInvitationDialog);
const EditInvitationDialog = lazyDialog(async () => (await load()).EditInvitationDialog);
const PlanAgainDialog = lazyDialog(async () => (await load()).PlanAgainDialog);
const EditGuestDialog = lazyDialog(async () => (await load()).EditGuestDialog);
const AddGuestsDialog = lazyDialog(async () => (await load()).AddGuestsDialog);
const CancelInvitationDialog = lazyDialog(async () => (await load()).CancelInvitationDialog);
const RemoveGuestDialog = lazyDialog(async () => (await load()).RemoveGuestDialog);

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
  const clock = useMemo(() => createClock(zone ?? null), [zone]);
  const problem = problemOf(filter, today);
  const invitations = useInvitations({ companyId, tenantId }, { ...filter, ...list.query }, problem === null);
  const isLive = useIsLive();
  const [creating, create] = useDisclosure();
  const act = useTarget<InvitationAct>();
  const arrivals = useGuestArrivals(companyId, tenantId);
  useLive(tenantId === undefined ? { companyId } : { tenantId });
  useShortcut('n', t('invitations.create'), create.open);
  useRequestedAction('invite', create.open);

  const createButton = (
    <Button icon={<Plus size={18} aria-hidden />} onClick={create.open}>
      {t('invitations.create')}
    </Button>
  );
  const of = dialogsByKind(act.dialog, ({ invitation }) => invitation);
  const ofGuest = dialogsByKind(act.dialog, (target) => target);
  const isReady = zone !== undefined;
  const data = isReady ? invitations.data : undefined;

  return (
    <Page title={t('invitations.title')} actions={createButton}>
      <div className={classes.filters} role="search" aria-label={t('invitations.filter.label')}>
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
      <SearchField list={list} label={t('invitations.search')} minimum={searchMinimum.company} />
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
                onAct={act.open}
              />
              <Pager list={list} page={page} shown={rows.length} />
            </>
          )}
        </Loaded>
      )}
      {isReady && (
        <>
          <CreateInvitationDialog
            companyId={companyId}
            tenantId={tenantId}
            clock={clock}
            opened={creating}
            onClose={create.close}
          />
          <EditInvitationDialog {...of('edit')} clock={clock} />
          <AddGuestsDialog {...of('addGuests')} />
          <CancelInvitationDialog {...of('cancel')} clock={clock} />
          <PlanAgainDialog {...of('again')} companyId={companyId} clock={clock} />
          <EditGuestDialog {...ofGuest('editGuest')} />
          <RemoveGuestDialog {...ofGuest('remove')} />
        </>
      )}
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
