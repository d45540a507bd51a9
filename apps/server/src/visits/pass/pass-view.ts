import type { Pass } from '@vestibule/contract/visits/pass.ts';
import type { Db } from '../../platform/db/database.ts';
import { codeOfPass } from '../invitation/pass.ts';
import { textWithoutLinks, withoutLinks } from '../../platform/values/without-links.ts';
import { toAnswer } from '../visitor/visitor.rows.ts';
import type { PassRow } from './pass.store.ts';

export interface Known {
  /** Sees the company of the pass only. */
  db: Db;
  row: PassRow;
  secret: string;
}

export function toPass({ row, secret }: Pick<Known, 'row' | 'secret'>): Pass {
  const written = (typed: string | null) => (typed === null ? null : withoutLinks(typed));
  const wifi = row.is_wifi_of_tenant && row.wifi !== null ? textWithoutLinks(row.wifi) : row.wifi;
  const messages = row.messages.map(({ at, ...message }) => ({ ...message, at: new Date(at).toISOString() }));
  const isCanceled = row.canceled_at !== null;
  return {
    guest: {
      id: row.id,
      name: row.name,
      companyName: row.company_name,
      email: row.email,
      phone: row.phone,
      language: row.language,
      state: row.state,
      passState: row.pass_state,
      passProblem: row.pass_problem,
    },
    tenant: { id: row.tenant_id, name: row.tenant },
    host: row.host === null ? null : { name: row.host, photo: row.photo },
    building: {
      name: row.house,
      address: row.address,
      directions: row.directions,
      timeZone: row.zone,
      accentColor: row.accent_color,
      logo: row.logo,
    },
    title: written(row.title),
    note: written(row.note),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    isSeries: row.is_series,
    code: codeOfPass(secret),
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    status: isCanceled ? 'canceled' : 'planned',
    visit:
      row.checked_in_at === null
        ? null
        : {
            checkedInAt: row.checked_in_at,
            checkedOutAt: row.checked_out_at,
            answer: row.answer && toAnswer(row.answer),
            isDeletedAtCheckOut: row.is_deleted_at_check_out,
            isAsked: row.awaits_reply,
            staysUntil: row.stays_until,
          },
    wifiInfo: wifi,
    shouldSaveData: row.should_save_data,
    stored: storedBy(row),
    messages,
    proof: row.proof,
    canceledAt: row.canceled_at,
    canceledBy: row.canceled_by,
  };
}

/** A guest stays with the messages until no date is left. Each date goes with its visit, or some time after it if the guest did not come. */
function storedBy(row: PassRow): Pass['stored'] {
  const { guest_until: until, visits_until: visitsUntil } = row;
  return [
    { what: 'guest', until },
    ...(row.has_come ? [{ what: 'visit', until: visitsUntil } as const] : []),
    ...(row.has_answer ? [{ what: 'answer', until: visitsUntil } as const] : []),
    ...(row.is_remembered ? [{ what: 'visitor', until: row.remembered_until } as const] : []),
    ...(row.messages.length > 0 ? [{ what: 'messages', until } as const] : []),
  ];
}
