import { useQuery } from '@tanstack/react-query';
import { can } from '@vestibule/contract/platform/access.ts';
import { listAllCompanies, listPartnerCompanies } from '@vestibule/contract/accounts/company.ts';
import type { Session } from '@vestibule/contract/accounts/session.ts';
import { listDestinations } from '@vestibule/contract/building/destination.ts';
import { type Kiosk, listKiosks } from '@vestibule/contract/kiosks/kiosk.ts';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { readVisitorStates } from '@vestibule/contract/visits/today.ts';
import { listTenantVisitors, listVisitors, type Visitor } from '@vestibule/contract/visits/visitor.ts';
import { useDebouncedValue } from '@vestibule/ui/hooks.ts';
import { fold } from '@vestibule/web/fold.ts';
import { call } from '@vestibule/web/call.ts';
import { keyOf, queryOf } from '@vestibule/web/query.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { linksOf, useChosen } from '../navigation.ts';
import type { RequestedAction } from '../ui/requested-action.ts';
import { formatDate, formatTime } from '../ui/time.ts';

export const findKinds = ['visitor', 'employee', 'tenant', 'company', 'kiosk', 'screen', 'setting', 'action'] as const;
export type FindKind = (typeof findKinds)[number];

export interface Find {
  kind: FindKind;
  key: string;
  name: string;
  detail?: string;
  state?: { tone: 'in' | 'expected' | 'gone'; text: string };
  to: string;
  act?: RequestedAction;
}

interface Finds {
  finds: Find[];
  isSearching: boolean;
  failure: Error | null;
}

const limit = 5;

/** A kind with a name that begins with the words comes first. Contains only results and actions that the user's role permits. */
export function useFinds(session: Session, words: string): Finds {
  const { t } = useTranslation();
  const { user } = session;
  const chosen = useChosen(user);
  const settled = useDebouncedValue(words.trim(), 200);
  const search = { search: settled, limit };
  const isLong = settled.length >= searchMinimum.company;
  const companyId = user.role === 'tenant' ? 0 : (chosen.companyId ?? user.companyId ?? 0);
  const partnerId = user.partnerId ?? 0;
  const inCompany = isLong && companyId > 0;

  const companies = useQuery({
    ...queryOf(listAllCompanies, { query: search }),
    enabled: settled.length >= searchMinimum.system && user.role === 'superAdmin',
  });
  const ownCompanies = useQuery({
    ...queryOf(listPartnerCompanies, { params: { partnerId }, query: search }),
    enabled: settled.length >= searchMinimum.system && user.role === 'partner',
  });
  const destinations = useQuery({
    ...queryOf(listDestinations, { params: { companyId }, query: { search: settled, limit: 2 * limit } }),
    enabled: inCompany && can(user, 'visitor.manage'),
  });
  const visitors = useQuery({
    ...queryOf(listVisitors, { params: { companyId }, query: { ...search, scope: 'all' } }),
    enabled: inCompany && can(user, 'visitor.list'),
  });
  const tenantId = user.tenantId ?? 0;
  const ownVisitors = useQuery({
    ...queryOf(listTenantVisitors, { params: { tenantId }, query: search }),
    enabled: isLong && tenantId > 0,
  });
  const people = visitors.data?.rows ?? ownVisitors.data?.rows ?? [];
  const states = useStates(people);
  const kiosks = useQuery({
    ...queryOf(listKiosks, { params: { companyId }, query: search }),
    enabled: inCompany && can(user, 'kiosk.manage'),
  });

  const places = linksOf(session, chosen).map(({ to, screen }): Find => {
    return { kind: 'screen', key: to, name: t(`shell.link.${screen.link}`), to };
  });
  const settings = settled === '' ? [] : settingsOf(t, places);
  const screenOfVisitors = visitorsOf(companyId, user.tenantId);
  const wanted = fold(settled);
  const matching = [...places, ...settings, ...actionsOf(t, user, companyId, screenOfVisitors)].filter(({ name }) =>
    fold(name).includes(wanted),
  );
  const leftAt = new Map(states.data?.map((state) => [state.visitorId, state.leftAt]));

  const found: Find[] = [
    ...people.map((visitor) => toVisitor(t, screenOfVisitors ?? '', visitor, leftAt.get(visitor.id) ?? null)),
    ...(destinations.data ?? []).map(({ tenant, employee }): Find =>
      employee === null
        ? { kind: 'tenant', key: `tenant-${tenant.id}`, name: tenant.name, to: `/tenants/${tenant.id}` }
        : {
            kind: 'employee',
            key: `employee-${employee.id}`,
            name: employee.name,
            detail: tenant.name,
            to: addressOf(companyId, 'tenants', { search: employee.name }),
          },
    ),
    ...[...(companies.data?.rows ?? []), ...(ownCompanies.data?.rows ?? [])].map(({ id, name }): Find => {
      return { kind: 'company', key: `company-${id}`, name, to: `/company/${id}/visitors` };
    }),
    ...(kiosks.data?.rows ?? []).map((kiosk) => toKiosk(t, kiosk)),
    ...matching,
    ...registerOf(t, user, screenOfVisitors, settled),
  ];
  const begins = (kind: FindKind) => found.some((find) => find.kind === kind && fold(find.name).startsWith(wanted));
  const kinds =
    wanted === '' ? findKinds : findKinds.toSorted((one, other) => Number(begins(other)) - Number(begins(one)));
  const finds = kinds.flatMap((kind) => found.filter((find) => find.kind === kind).slice(0, limit * 2));
  const queries = [companies, ownCompanies, destinations, visitors, ownVisitors, kiosks];
  const isSearching = settled !== words.trim() || queries.some(({ isLoading }) => isLoading);
  const failure = queries.find(({ error }) => error !== null)?.error ?? null;
  return { finds, isSearching, failure };
}

/** Returns the tenant's list for its users, else the company's. Null outside a company. */
function visitorsOf(companyId: number, tenantId: number | null): string | null {
  if (tenantId !== null) return `/tenants/${tenantId}/visitors`;
  return companyId > 0 ? `/company/${companyId}/visitors` : null;
}

/** The key has ids only, because names must stay out of caches and URLs. */
function useStates(visitors: readonly Visitor[]) {
  const companyId = visitors[0]?.companyId ?? 0;
  const ids = visitors.map(({ id }) => id);
  return useQuery({
    queryKey: [...keyOf(readVisitorStates, { params: { companyId } }), ids],
    queryFn: ({ signal }) => call(readVisitorStates, { params: { companyId }, body: { ids } }, { signal }),
    enabled: ids.length > 0,
  });
}

function toVisitor(t: TFunction, screen: string, visitor: Visitor, leftAt: string | null): Find {
  const { id, name, companyName, currentVisitRecord: visit } = visitor;
  const state = stateOf(t, visitor, leftAt);
  const host = visit?.employee?.name ?? visit?.tenant.name ?? visitor.preregisteredTenant?.name;
  return {
    kind: 'visitor',
    key: `visitor-${id}`,
    name,
    detail: host === undefined ? companyName : t('shell.finder.visits', { company: companyName, host }),
    to: `${screen}?${new URLSearchParams({ ...(screen.startsWith('/company/') && { tab: 'all' }), visitor: String(id) })}`,
    ...(state && { state }),
  };
}

function stateOf(t: TFunction, visitor: Visitor, leftAt: string | null): Find['state'] {
  const { currentVisitRecord: visit, expected } = visitor;
  if (visit) return { tone: 'in', text: t('shell.finder.inside', { time: clockOf(visit.checkedInAt) }) };
  if (expected?.at) return { tone: 'expected', text: t('shell.finder.expectedAt', { time: clockOf(expected.at) }) };
  if (expected) return { tone: 'expected', text: t('shell.finder.expected') };
  if (leftAt !== null) return { tone: 'gone', text: t('shell.finder.left', { time: clockOf(leftAt) }) };
  return undefined;
}

function clockOf(moment: string): string {
  const isToday = formatDate(moment) === formatDate(new Date().toISOString());
  return isToday ? formatTime(moment) : formatDate(moment);
}

function toKiosk(t: TFunction, { id, companyId, name, comment, status }: Kiosk): Find {
  return {
    kind: 'kiosk',
    key: `kiosk-${id}`,
    name,
    ...(comment !== null && { detail: comment }),
    state: { tone: status === 'online' ? 'in' : 'gone', text: t(`kiosks.tab.${status}`) },
    to: addressOf(companyId, 'kiosks', { ...(status === 'offline' && { tab: 'offline' }), search: name }),
  };
}

const companySettings = [
  'countryCode',
  'smsLanguageToEmployee',
  'enableEmailToEmployee',
  'emailLanguage',
  'answerWithinSeconds',
  'enablePrintBadgeOption',
  'enablePrintParkingBadgeOption',
  'parkingLabelInfo',
  'enableSmsConfirmation',
  'smsConfirmationLanguage',
  'enableWifiInfoSms',
  'wifiInfo',
  'enableInvitations',
  'enableInvitationReminder',
  'enableStillHere',
  'deliverySmsLanguage',
  'enableGdpr',
  'timeZone',
  'badgePaper',
  'hasReception',
  'receptionPhone',
  'address',
  'directions',
  'autoCheckOutAt',
] as const;
const kioskFields = [
  'defaultLanguage',
  'password',
  'enableEmployeePicture',
  'enableDeliveryButton',
  'enableSaveVisitor',
  'isPrinterOn',
  'isScanerOn',
  'accentColor',
  'background',
  'sinageUrl',
] as const;
const kioskSections = ['languages', 'workingHours', 'logo', 'welcomeTexts'] as const;

function settingsOf(t: TFunction, places: readonly Find[]): Find[] {
  const on = (screen: string, names: readonly string[]): Find[] => {
    const place = places.find(({ to }) => to.endsWith(screen));
    if (!place) return [];
    return names.map((name) => ({ ...place, kind: 'setting', key: `${screen} ${name}`, name, detail: place.name }));
  };
  return [
    ...on(
      '/settings',
      companySettings.map((field) => t(`settings.field.${field}`)),
    ),
    ...on('/kiosk_settings', [
      ...kioskFields.map((field) => t(`kioskSettings.field.${field}`)),
      ...kioskSections.map((section) => t(`kioskSettings.section.${section}`)),
    ]),
  ];
}

function actionsOf(t: TFunction, user: Session['user'], companyId: number, visitors: string | null): Find[] {
  if (visitors === null) return [];
  const action = (name: string, to: string, act?: RequestedAction): Find => {
    return { kind: 'action', key: `${to} ${act ?? ''}`, name, to, ...(act && { act }) };
  };
  return [
    ...(can(user, 'visitor.manage') ? [action(t('visitors.register'), visitors, 'register')] : []),
    ...(can(user, 'invitation.manage')
      ? [action(t('invitations.create'), visitors.replace(/visitors$/, 'invitations'), 'invite')]
      : []),
    ...(can(user, 'visitor.printCurrent')
      ? [
          action(t('shell.finder.startRollCall'), `/company/${companyId}/evacuation`),
          action(t('visitors.print'), visitors, 'print'),
        ]
      : []),
    ...(can(user, 'tenant.create')
      ? [action(t('tenants.adding.open'), `/company/${companyId}/tenants`, 'addTenant')]
      : []),
  ];
}

function registerOf(t: TFunction, user: Session['user'], screen: string | null, words: string): Find[] {
  if (screen === null || words.length < searchMinimum.company || !can(user, 'visitor.manage')) return [];
  const name = t('shell.finder.register', { name: words });
  return [{ kind: 'action', key: 'register-words', name, to: screen, act: 'register' }];
}

function addressOf(companyId: number, screen: string, params: Record<string, string>): string {
  return `/company/${companyId}/${screen}?${new URLSearchParams(params)}`;
}
