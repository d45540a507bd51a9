import type pg from 'pg';

/** A registration. Undefined moments: not acknowledged. */
export interface Act {
  phone: string;
  companyId: number;
  /** Of a desk. Kiosks do not learn it. */
  visitorId?: number;
  acknowledgedAt?: number;
  checkedOutAt?: number;
}

export interface Call {
  began: number;
  ended: number;
  /** `none`: no answer of HTTP. */
  status: number | 'none';
  hasRetryAfter: boolean;
  isWrite: boolean;
}

export interface Ledger {
  acts: Act[];
  calls: Call[];
  /** Lists that a desk read after its own check-in, and those of them without the visitor. */
  lists: number;
  oldLists: number;
  /** Answers that must never occur. */
  wrong: string[];
}

export function emptyLedger(): Ledger {
  return { acts: [], calls: [], lists: 0, oldLists: 0, wrong: [] };
}

export function acknowledgements({ acts }: Ledger): number[] {
  return acts
    .flatMap(({ acknowledgedAt, checkedOutAt }) => [acknowledgedAt, checkedOutAt])
    .filter((moment) => moment !== undefined)
    .toSorted((one, other) => one - other);
}

export interface Audit {
  lost: number;
  doubled: number;
  /** Of registrations that the database lost. */
  lostPhones: Set<string>;
}

/** Compares acknowledged acts with the rows. */
export async function audit(client: pg.Client, { acts }: Ledger): Promise<Audit> {
  const { rows } = await client.query<{ phone: string; visitors: number; visits: number; open: number }>(
    `select v.phone, count(distinct v.id)::int as visitors, count(i.id)::int as visits,
       (count(i.id) filter (where i.checked_out_at is null))::int as open
     from visitor v left join visit i on i.visitor_id = v.id where v.phone = any($1) group by v.phone`,
    [acts.map(({ phone }) => phone)],
  );
  const stored = new Map(rows.map((row) => [row.phone, row]));
  const found: Audit = { lost: 0, doubled: 0, lostPhones: new Set() };
  for (const { phone, acknowledgedAt, checkedOutAt } of acts) {
    const row = stored.get(phone);
    if (row && (row.visitors > 1 || row.visits > 1)) found.doubled += 1;
    if (acknowledgedAt !== undefined && (row?.visits ?? 0) === 0) {
      found.lost += 1;
      found.lostPhones.add(phone);
    }
    if (checkedOutAt !== undefined && (row?.visits ?? 0) > 0 && row?.open !== 0) found.lost += 1;
  }
  return found;
}

/** The longest time between two moments of a period. */
export function longestGap(
  moments: readonly number[],
  from: number,
  until: number,
): { began: number; ended: number; seconds: number } {
  const within = [from, ...moments.filter((moment) => moment > from && moment < until), until];
  let longest = { began: from, ended: from, seconds: 0 };
  for (const [index, ended] of within.entries()) {
    const began = within[index - 1] ?? from;
    if ((ended - began) / 1_000 > longest.seconds) longest = { began, ended, seconds: (ended - began) / 1_000 };
  }
  return longest;
}
