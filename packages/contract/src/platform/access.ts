/** Roles of staff. A user has exactly one. */
export const roles = ['superAdmin', 'partner', 'company', 'reception', 'tenant'] as const;
export type Role = (typeof roles)[number];

/** `host`: an employee with a host session. `pass`: a guest, identified by the token of the pass alone. */
export const callers = [...roles, 'kiosk', 'host', 'pass', 'signedOut'] as const;
export type Caller = (typeof callers)[number];

/** Rows of any company, of the caller's scope, or none. */
export type Reach = 'any' | 'own' | 'none';

/**
 * A column per caller in the order of `callers`: ● any scope, ◐ the caller's scope, – refused. Scopes: a partner has its companies, company
 * and reception have theirs, a tenant's user the tenant, a kiosk its company, a host and a pass their own rows.
 */
// prettier-ignore
const matrix = {
  //                         superAdmin partner company reception tenant kiosk host pass signedOut
  // people and sessions
  'session.start':          '● ● ● ● ● – ● – ●',
  'session.end':            '● ● ● ● ● – ● – ●',
  'session.read':           '◐ ◐ ◐ ◐ ◐ – – – –',
  'live.open':              '● ◐ ◐ ◐ ◐ – – – –',
  'user.manage':            '● ◐ ◐ – ◐ – – – –',
  'company.listAll':        '● – – – – – – – –',
  'company.delete':         '● – – – – – – – –',
  'company.read':           '● ◐ ◐ ◐ ◐ – – – –',
  'company.create':         '● ◐ – – – – – – –',
  'company.rename':         '● ◐ ◐ – – – – – –',
  'company.configure':      '● – ◐ – – – – – –',
  'company.leave':          '– ◐ ◐ ◐ ◐ – – – –',
  'partner.administer':     '● – – – – – – – –',
  'partner.attach':         '● – ◐ – – – – – –',
  'partner.detach':         '● ◐ ◐ – – – – – –',
  'partner.read':           '● ◐ ◐ – – – – – –',
  'partner.companies':      '● ◐ – – – – – – –',
  'license.manage':         '● – – – – – – – –',
  'tenant.list':            '● ◐ ◐ ◐ – – – – –',
  'tenant.read':            '● ◐ ◐ ◐ ◐ – – – –',
  'tenant.create':          '● – ◐ – – – – – –',
  'tenant.manage':          '● ◐ ◐ – – – – – –',
  'tenant.logo':            '● ◐ ◐ – ◐ – – – –',
  'tenant.deliveryPhones':  '● ◐ ◐ ◐ ◐ – – – –',
  'tenant.backupEmployee':  '● ◐ ◐ – ◐ – – – –',
  'employee.manage':        '● ◐ ◐ ◐ ◐ – – – –',
  'directory.connect':      '● – ◐ ◐ ◐ – – – –',
  'directory.remove':       '● – ◐ – ◐ – – – –',
  'visitor.list':           '● ◐ ◐ ◐ – – – – –',
  'visitor.listOfTenant':   '● ◐ ◐ ◐ ◐ – – – –',
  'visitor.manage':         '● ◐ ◐ ◐ ◐ – – – –',
  'visitor.printCurrent':   '● ◐ ◐ ◐ – – – – –',
  'visit.history':          '● ◐ ◐ ◐ ◐ – – – –',
  'visitor.answerRequest':  '● – ◐ – – – – – –',
  'invitation.manage':      '● ◐ ◐ ◐ ◐ – – – –',
  'tenantSettings.read':    '● ◐ ◐ ◐ ◐ – – – –',
  'tenantSettings.change':  '● ◐ ◐ – ◐ – – – –',
  'kiosk.manage':           '● ◐ ◐ – – – – – –',
  'refusedAct.dismiss':     '● ◐ ◐ ◐ – – – – –',
  'image.list':             '● ◐ ◐ ◐ ◐ – – – –',
  'image.upload':           '● ◐ ◐ ◐ ◐ – – – –',
  'image.delete':           '● ◐ ◐ – ◐ – – – –',
  'system.watch':           '● – – – – – – – –',
  'audit.read':             '● – ◐ – – – – – –',
  'message.read':           '● – ◐ – – – – – –',
  'message.retry':          '● – ◐ – – – – – –',
  'message.release':        '● ◐ ◐ – – – – – –',
  'visitMessage.read':      '● ◐ ◐ ◐ ◐ – – – –',
  'visitMessage.retry':     '● – ◐ ◐ – – – – –',
  'device.announce':        '– – – – – ◐ – – ●',
  'device.act':             '– – – – – ◐ – – –',
  'pass.act':               '– – – – – – – ◐ –',
  'host.act':               '– – ◐ ◐ ◐ – ◐ – –',
  'host.choose':            '– – ◐ ◐ ◐ – – – –',
} as const;

export type Action = keyof typeof matrix;

export const permissions: Readonly<Record<Action, Readonly<Record<Caller, Reach>>>> = mapValues(matrix, readRow);

/** `companyIds` are those in scope, 'all' for a superAdmin. `tenantId` narrows the scope of a tenant's user. */
export interface Actor {
  userId: number;
  role: Role;
  companyIds: 'all' | readonly number[];
  partnerId: number | null;
  tenantId: number | null;
}

/** The device of a kiosk. `userId` is the kiosk's id. */
export interface DeviceActor extends Omit<Actor, 'role'> {
  role: 'kiosk';
  companyIds: readonly [number];
  tenantId: null;
}

/** An employee who receives visitors. `userId` is the employee's id. */
export interface HostActor extends Omit<Actor, 'role'> {
  role: 'host';
  companyIds: readonly [number];
  tenantId: number;
}

/** A user, a kiosk, a host, a guest with a pass, or the program, which has no id. */
export interface Agent extends Omit<Actor, 'role'> {
  role: Role | 'kiosk' | 'host' | 'pass' | 'system';
}

/** Whether the role may take the action at all. Queries decide about rows. */
export function can(actor: { role: Role | 'kiosk' | 'host' }, action: Action): boolean {
  return permissions[action][actor.role] !== 'none';
}

/** Whether the actor works in a company without belonging to it. Such acts are always audited. */
export function isFromOutside(actor: Pick<Agent, 'role'>): boolean {
  return actor.role === 'superAdmin' || actor.role === 'partner';
}

function readRow(row: string): Record<Caller, Reach> {
  const [superAdmin, partner, company, reception, tenant, kiosk, host, pass, signedOut] = row.split(' ').map(readMark);
  return {
    superAdmin: superAdmin ?? 'none',
    partner: partner ?? 'none',
    company: company ?? 'none',
    reception: reception ?? 'none',
    tenant: tenant ?? 'none',
    kiosk: kiosk ?? 'none',
    host: host ?? 'none',
    pass: pass ?? 'none',
    signedOut: signedOut ?? 'none',
  };
}

function readMark(mark: string): Reach {
  if (mark === '●') return 'any';
  return mark === '◐' ? 'own' : 'none';
}

function mapValues<Key extends string, From, To>(from: Record<Key, From>, map: (value: From) => To): Record<Key, To> {
  const entries = Object.entries<From>(from).map(([key, value]) => [key, map(value)] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keys, which fromEntries forgets
  return Object.fromEntries(entries) as Record<Key, To>;
}
