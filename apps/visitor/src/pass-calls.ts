import type { Problem } from '@vestibule/contract/platform/refusal.ts';
import type { Pass } from '@vestibule/contract/visits/pass.ts';

export type Reason = Problem['reason'] | 'offline' | 'unexpected';

class CallRefused extends Error {
  override name = 'CallRefused';
  readonly reason: Reason;
  readonly fields: Record<string, string>;

  constructor(reason: Reason, fields: Record<string, string> = {}) {
    super(reason);
    this.reason = reason;
    this.fields = fields;
  }
}

export interface GuestForm {
  name: string;
  companyName: string;
  phone: string;
  shouldSaveData: boolean;
}

export interface PassCalls {
  qrCode: string;
  calendar: string;
  read: () => Promise<Pass>;
  save: (form: GuestForm) => Promise<Pass>;
  decline: (dates: 'this' | 'all') => Promise<Pass>;
  checkOut: () => Promise<Pass>;
  stillHere: () => Promise<Pass>;
  sendCode: () => Promise<Pass>;
  prove: (code: string) => Promise<Pass>;
  /** Null if nothing is left. */
  erase: () => Promise<Pass | null>;
}

/** Calls of one pass. The shared caller of the other apps would take half of the allowed download. */
export function callsOf(token: string): PassCalls {
  const path = `/api/v1/pass/${encodeURIComponent(token)}`;
  return {
    qrCode: `${path}/qr.svg`,
    calendar: `${path}/calendar.ics`,
    read: () => send('GET', path),
    save: (form) => send('PUT', path, form),
    decline: (dates) => send('POST', `${path}/decline?dates=${dates}`),
    checkOut: () => send('POST', `${path}/check_out`),
    sendCode: () => send('POST', `${path}/code`),
    prove: (code) => send('POST', `${path}/proof`, { code }),
    stillHere: () => send('POST', `${path}/still_here`),
    erase: () => send('DELETE', `${path}/data`),
  };
}

export async function send<Reply>(method: string, path: string, body?: object): Promise<Reply> {
  const response = await fetch(path, {
    method,
    credentials: 'omit',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => null);
  if (!response) throw new CallRefused('offline');
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && isObject(answer)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes only what the contract states
    return answer['data'] as Reply;
  }
  const problem = (isObject(answer) ? answer : {}) as Partial<Problem>;
  throw new CallRefused(problem.reason ?? 'unexpected', problem.fields);
}

export function reasonOf(error: unknown): Reason {
  return error instanceof CallRefused ? error.reason : 'unexpected';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
