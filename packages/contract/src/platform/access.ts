/** The roles of staff. A user has exactly one. */
export const roles = ['superAdmin', 'partner', 'company', 'reception', 'tenant'] as const;
export type Role = (typeof roles)[number];

/** Everyone who can make a call: the roles of staff, a kiosk with its token, and anyone else. */
export const callers = [...roles, 'kiosk', 'signedOut'] as const;
export type Caller = (typeof callers)[number];

/** How far a permission reaches: rows of any company, only rows in the caller's own scope, or none. */
export type Reach = 'any' | 'own' | 'none';

/**
 * Who may do what. One row for each permission, one column for each of `callers`, in that order:
 * ● any scope, ◐ own scope, – refused. A call outside of the caller's scope is answered like a missing row.
 *
 * Own scope: a partner's is the companies attached to it; a company's and a reception's is their company;
 * a tenant's is its tenant; a kiosk's is its company.
 */
// prettier-ignore
const matrix = {
  //                         superAdmin partner company reception tenant kiosk signedOut
  // people and sessions
  'session.start':          '● ● ● ● ● – ●',
  'session.end':            '● ● ● ● ● – ●',
  'session.read':           '◐ ◐ ◐ ◐ ◐ – –',
  'live.open':              '● ◐ ◐ ◐ ◐ – –',
  'user.manage':            '● ◐ ◐ – ◐ – –',
  // companies, partners, licences
  'company.listAll':        '● – – – – – –',
  'company.delete':         '● – – – – – –',
  'company.read':           '● ◐ ◐ ◐ ◐ – –',
  'company.create':         '● ◐ – – – – –',
  'company.rename':         '● ◐ ◐ – – – –',
  'company.configure':      '● – ◐ – – – –',
  'company.leave':          '– ◐ ◐ ◐ ◐ – –',
  'partner.administer':     '● – – – – – –',
  'partner.attach':         '● – ◐ – – – –',
  'partner.detach':         '● ◐ ◐ – – – –',
  'partner.read':           '● ◐ ◐ – – – –',
  'partner.companies':      '● ◐ – – – – –',
  'licence.manage':         '● – – – – – –',
  // tenants, employees, directories
  'tenant.list':            '● ◐ ◐ ◐ – – –',
  'tenant.read':            '● ◐ ◐ ◐ ◐ – –',
  'tenant.create':          '● – ◐ – – – –',
  'tenant.manage':          '● ◐ ◐ – – – –',
  'tenant.logo':            '● ◐ ◐ – ◐ – –',
  'tenant.deliveryPhones':  '● ◐ ◐ ◐ ◐ – –',
  'employee.manage':        '● ◐ ◐ ◐ ◐ – –',
  'directory.connect':      '● – ◐ ◐ ◐ – –',
  'directory.remove':       '● – ◐ – ◐ – –',
  // visitors
  'visitor.list':           '● ◐ ◐ ◐ – – –',
  'visitor.listOfTenant':   '● ◐ ◐ ◐ ◐ – –',
  'visitor.manage':         '● ◐ ◐ ◐ ◐ – –',
  'visitor.printCurrent':   '● ◐ ◐ ◐ – – –',
  'visit.history':          '● ◐ ◐ ◐ ◐ – –',
  'visitor.answerRequest':  '● – ◐ – – – –',
  // settings, kiosks, images
  'tenantSettings.read':    '● ◐ ◐ ◐ ◐ – –',
  'tenantSettings.change':  '● ◐ ◐ – ◐ – –',
  'kiosk.manage':           '● ◐ ◐ – – – –',
  'refusedAct.dismiss':     '● ◐ ◐ ◐ – – –',
  'image.list':             '● ◐ ◐ ◐ ◐ – –',
  'image.upload':           '● ◐ ◐ ◐ ◐ – –',
  'image.delete':           '● ◐ ◐ – ◐ – –',
  // operation
  'system.watch':           '● – – – – – –',
  // records
  'audit.read':             '● – ◐ – – – –',
  // messages
  'message.read':           '● – ◐ – – – –',
  'message.retry':          '● – ◐ – – – –',
  'message.release':        '● ◐ ◐ – – – –',
  'visitMessage.read':      '● ◐ ◐ ◐ ◐ – –',
  'visitMessage.retry':     '● – ◐ ◐ – – –',
  // devices
  'device.announce':        '– – – – – ◐ ●',
  'device.act':             '– – – – – ◐ –',
} as const;

export type Action = keyof typeof matrix;

/** The matrix with a reach for each caller, for tests and documents that walk over all of it. */
export const permissions: Readonly<Record<Action, Readonly<Record<Caller, Reach>>>> = mapValues(matrix, readRow);

/**
 * Who makes a call, as far as permissions and scopes need to know.
 * `companyIds` are the companies in scope; 'all' is a superAdmin's. `tenantId` narrows a tenant's user further.
 */
export interface Actor {
  userId: number;
  role: Role;
  companyIds: 'all' | readonly number[];
  partnerId: number | null;
  tenantId: number | null;
}

/** The device of a kiosk, by its token. `userId` is the kiosk's id. */
export interface DeviceActor extends Omit<Actor, 'role'> {
  role: 'kiosk';
  companyIds: readonly [number];
  tenantId: null;
}

/** Whoever acts in a company: a user, a kiosk, or the program itself, which has no id of its own. */
export interface Agent extends Omit<Actor, 'role'> {
  role: Role | 'kiosk' | 'system';
}

/** Whether the role may take the action at all. Which rows it may touch is the query's part. */
export function can(actor: { role: Role | 'kiosk' }, action: Action): boolean {
  return permissions[action][actor.role] !== 'none';
}

/** Whether the actor works in a company without belonging to it: such acts are always in the company's audit log. */
export function isFromOutside(actor: Pick<Agent, 'role'>): boolean {
  return actor.role === 'superAdmin' || actor.role === 'partner';
}

function readRow(row: string): Record<Caller, Reach> {
  const [superAdmin, partner, company, reception, tenant, kiosk, signedOut] = row.split(' ').map(readMark);
  return {
    superAdmin: superAdmin ?? 'none',
    partner: partner ?? 'none',
    company: company ?? 'none',
    reception: reception ?? 'none',
    tenant: tenant ?? 'none',
    kiosk: kiosk ?? 'none',
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
