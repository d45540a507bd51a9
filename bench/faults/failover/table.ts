export interface FailoverRow {
  fault: string;
  notTried?: string;
  databaseAwaySeconds: number;
  programAwaySeconds: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  mails: number;
  mailsTwice: number;
  lists: number;
  oldLists: number;
  /** Statements that standbys answered. */
  reads: number;
  refusals: string;
  uninformed: number;
  sockets: number;
  resyncs: number;
  queued: number;
  broken: string[];
}

export function failoverTable(rows: readonly FailoverRow[]): string {
  const head = [
    'fault',
    'database away',
    'program away',
    'acknowledged',
    'lost',
    'doubled',
    'mails sent twice',
    'lists without the own check-in (reads by standbys)',
    '503 without a primary: number, slowest (slowest of all)',
    'sockets that missed an event',
    'visits unsent at kiosks',
    'short of the aim',
  ];
  return [cells(head), cells(head.map(() => '---')), ...rows.map(lineOf)].join('\n');
}

export function lineOf(row: FailoverRow): string {
  return cells([
    row.fault,
    `${row.databaseAwaySeconds.toFixed(1)} s`,
    `${row.programAwaySeconds.toFixed(1)} s`,
    row.acknowledged,
    row.lost,
    row.doubled,
    `${row.mailsTwice} of ${row.mails}`,
    `${row.oldLists} of ${row.lists} (${row.reads} reads)`,
    row.refusals,
    `${row.uninformed} of ${row.sockets} (${row.resyncs} asked to reload)`,
    row.queued,
    row.notTried ?? row.broken.join('; '),
  ]);
}

function cells(texts: readonly (string | number)[]): string {
  return `| ${texts.join(' | ')} |`;
}
