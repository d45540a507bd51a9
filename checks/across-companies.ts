import type { ESTree } from '@oxlint/plugins';

/**
 * The functions that get the connection without row-level security, by file. `work` is a row of the table in docs/security.md, which has the
 * reason. Everything else runs on `within(companyIds)`.
 */
export const acrossCompanies: readonly { work: string; uses: Record<string, readonly string[]> }[] = [
  {
    work: 'Finding due work',
    uses: {
      'building/directory/nightly.ts': ['listFormerMembers'],
      'kiosks/kiosk/outage-mail.ts': ['listCompaniesWithNews'],
      'operation/clean-up/remove-companies.ts': ['listDeletedCompanies'],
      'visits/invitation/expectation.ts': ['listChanged'],
      'visits/invitation/forget.ts': ['listDue'],
      'visits/invitation/guest-limit.ts': ['listCompaniesWithHeld'],
      'visits/invitation/pass.ts': ['listUnmarked'],
      'visits/invitation/reminder.ts': ['listDatesOfTomorrow'],
      'visits/notification/escalation.ts': ['listCompaniesWithDue', 'findPause'],
      'visits/retention/retention.ts': ['listTenantsWithDueVisits', 'sweepVisitors'],
      'visits/visit/auto-check-out.ts': ['listForgotten'],
      'visits/visit/still-here.ts': ['listDue'],
    },
  },
  {
    work: 'Leases of messages and synchronizations',
    uses: {
      'building/directory/nightly.ts': ['queueDueRuns', 'queuePhotoRuns', 'notify'],
      'building/directory/synchronizer.ts': ['takeRuns'],
      'platform/outbox/sender.ts': ['takeDue', 'untilReplicated', 'returnLease', 'settle'],
    },
  },
  {
    work: 'Presence of kiosks',
    uses: { 'kiosks/device/presence.ts': ['attendance', 'changing', 'redeemDeviceTickets', 'touch'] },
  },
  {
    work: 'Expired rows, empty meetings and files',
    uses: {
      'building/image/image.ts': ['removeOrphans'],
      'operation/clean-up/expire.ts': ['expireAll'],
      'visits/invitation/forget.ts': ['forgetEmptyMeetings'],
    },
  },
  {
    work: 'Audit chains, new keys, clock, jobs and statistics',
    uses: {
      'accounts/session/renew-seals.ts': ['renewAll'],
      'kiosks/kiosk/outage-mail.ts': ['timeOfDatabase'],
      'platform/audit/chain.ts': ['chainEntries'],
      'platform/jobs/worker.ts': ['noteDone'],
      'visits/invitation/forget.ts': ['now'],
      'visits/invitation/reminder.ts': ['timeOfDatabase'],
      'visits/retention/job.ts': ['now', 'renewStatistics'],
      'visits/visit/auto-check-out.ts': ['timeOfDatabase'],
      'visits/visit/still-here.ts': ['timeOfDatabase'],
    },
  },
  {
    work: 'Live events',
    uses: {
      'app.ts': ['serveLiveSockets', 'startNumbering'],
    },
  },
  {
    work: "Finding the caller's company",
    uses: {
      'app.ts': ['callersBy', 'createSessions', 'findDevice', 'findHost'],
      'visits/answer/answer.ts': ['findCompanyOfVisit'],
      'visits/badge/badge.routes.ts': ['isStillExpected'],
      'visits/notification/report.routes.ts': ['findCompanyOfMail'],
      'visits/pass/pass.ts': ['findCompanyOfPass'],
      'visits/pass/stay.ts': ['findCompanyOfVisit'],
    },
  },
  { work: 'State of the installation', uses: { 'app.ts': ['keepFileAddress', 'serveHealth'] } },
];

/** They choose or make the connection. */
const choosers = [
  'operation/clean-up/settle.ts',
  'platform/db/database.ts',
  'platform/http/call.ts',
  'platform/http/route.ts',
];

/** The file below `apps/server/src`, if it must name the companies that it acts for. */
export function isBound(file: string): boolean {
  return !choosers.includes(file) && !file.startsWith('testing/') && !file.endsWith('.test.ts');
}

/** Why a use of `acrossCompanies` is refused. */
export function acrossRefused(file: string, node: ESTree.Node): string | undefined {
  const { parent } = node;
  if (!parent || parent.type === 'Property') return renamed(file, node);
  return refusedUse(file, parent.type === 'MemberExpression' && parent.property === node ? parent : node);
}

/** `{ acrossCompanies }` takes it apart. Another name would hide it. */
function renamed(file: string, node: ESTree.Node): string | undefined {
  const { parent } = node;
  if (parent?.type !== 'Property') return undefined;
  if (parent.parent.type === 'ObjectPattern') return parent.shorthand ? undefined : 'Keep the name acrossCompanies';
  return refusedUse(file, parent.parent);
}

function refusedUse(file: string, value: ESTree.Node): string | undefined {
  const call = value.parent;
  if (call?.type !== 'CallExpression' || call.callee === value) return 'Pass acrossCompanies to a function';
  const { callee } = call;
  const name =
    callee.type === 'Identifier'
      ? callee.name
      : callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
        ? callee.property.name
        : '';
  if (acrossCompanies.some(({ uses }) => uses[file]?.includes(name))) return undefined;
  return `${name} is not listed for ${file}. Use within(companyIds)`;
}
