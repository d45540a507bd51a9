import {
  type Endpoint,
  type Input,
  type PageInfo,
  type Reply,
  unattendedHeader,
} from '@vestibule/contract/platform/endpoint.ts';
import type { Problem, Reason } from '@vestibule/contract/platform/refusal.ts';

export class CallFailed extends Error {
  override name = 'CallFailed';
  /** The HTTP status. Null if no answer of the server arrived; the call may still have happened. */
  readonly status: number | null;
  /** Null if the answer cannot be read. */
  readonly problem: Problem | null;

  constructor(status: number | null, problem: Problem | null) {
    super(problem ? `${problem.status} ${problem.reason}` : status === null ? 'no answer' : `status ${status}`);
    this.status = status;
    this.problem = problem;
  }
}

type Loose<Values> = { [Key in keyof Values]: string extends Values[Key] ? Values[Key] | number : Values[Key] };

export type CallInput<E extends Endpoint> = {
  [Part in keyof Input<E>]: Part extends 'params' | 'query' ? Loose<Input<E>[Part]> : Input<E>[Part];
};

export type Answer<E extends Endpoint> = E extends { paged: true }
  ? { rows: Reply<E>; page: PageInfo | null }
  : Reply<E>;

export interface CallOptions {
  signal?: AbortSignal;
}

export interface CreateOptions extends CallOptions {
  /** A repeat with the same key within 24 hours gets the first answer and creates nothing twice. */
  idempotencyKey?: string;
}

export interface FileOptions extends CreateOptions {
  /** Gets the sent share of the file, from 0 to 1. */
  onProgress?: (sent: number) => void;
}

type OptionsOf<E extends Endpoint> = E extends { file: object }
  ? FileOptions
  : E extends { status: 201 } | { once: true }
    ? CreateOptions
    : CallOptions;

export type CallArguments<E extends Endpoint> =
  Record<string, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: OptionsOf<E>]
    : [input: CallInput<E>, options?: OptionsOf<E>];

interface Parts {
  params?: object;
  query?: object;
  body?: object;
  file?: File;
}

export interface Caller {
  /** Replaces all cookies. Null for anonymous calls. */
  token: string | null;
  onAnswer?: (response: Response) => void;
}

export type Call = <E extends Endpoint>(endpoint: E, ...args: CallArguments<E>) => Promise<Answer<E>>;

/**
 * Returns `data`. There is no timeout. Failures throw `CallFailed`, an abort throws its reason. A 401 about the session also notifies
 * `onSessionEnd`. A repeated removal after a lost answer succeeds if nothing is left.
 */
export function call<E extends Endpoint>(endpoint: E, ...[input, options]: CallArguments<E>): Promise<Answer<E>>;
export function call(endpoint: Endpoint, input?: Parts, options?: FileOptions): Promise<unknown> {
  const answer = perform(null, endpoint, input, options);
  return endpoint.method === 'DELETE' ? removed(addressOf(endpoint, input ?? {}), endpoint, answer) : answer;
}

export function callAs(caller: Caller): Call;
export function callAs(caller: Caller) {
  return (endpoint: Endpoint, input?: Parts, options?: FileOptions): Promise<unknown> =>
    perform(caller, endpoint, input, options);
}

async function perform(
  caller: Caller | null,
  endpoint: Endpoint,
  input: Parts = {},
  options: FileOptions = {},
): Promise<unknown> {
  const address = addressOf(endpoint, input);
  const request = {
    method: endpoint.method,
    credentials: caller ? ('omit' as const) : ('same-origin' as const),
    headers: { ...headersFor(input, options), ...(caller ? tokenOf(caller) : attention()) },
    ...(input.body && { body: JSON.stringify(input.body) }),
    ...(input.file && { body: formOf(input.file) }),
    ...(options.signal && { signal: options.signal }),
  };
  const response = await send(address, request, options.onProgress);
  caller?.onAnswer?.(response);
  if (!response.ok) {
    const failed = await failureOf(response);
    if (!caller && endsSession(address, failed)) for (const listener of sessionEndListeners) listener();
    throw failed;
  }

  const answer = await readJson(response);
  // Success without our envelope comes from a gateway or captive portal.
  if (!isObject(answer) || !('data' in answer)) throw new CallFailed(null, null);
  const data = endpoint.reply.parse(answer.data);
  return endpoint.paged ? { rows: data, page: 'page' in answer ? answer.page : null } : data;
}

const inDoubt = new Set<string>();

async function removed(address: string, endpoint: Endpoint, answer: Promise<unknown>): Promise<unknown> {
  const wasInDoubt = inDoubt.delete(address);
  try {
    return await answer;
  } catch (error) {
    if (mayHaveHappened(error)) inDoubt.add(address);
    const isGone = wasInDoubt && error instanceof CallFailed && error.status === 404;
    if (isGone && endpoint.reply.safeParse(null).success) return null;
    throw error;
  }
}

export function mayHaveHappened(error: unknown): boolean {
  return error instanceof CallFailed && (error.status === null || error.status >= 500);
}

function tokenOf({ token }: Caller): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/** Calls after this time without input are unattended. */
const attentionMs = 60_000;
let lastInputAt = Date.now();
for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'click'] as const) {
  globalThis.addEventListener?.(event, () => (lastInputAt = Date.now()), { capture: true, passive: true });
}

function attention(): Record<string, string> {
  return Date.now() - lastInputAt > attentionMs ? { [unattendedHeader]: '1' } : {};
}

const sessionEndListeners = new Set<() => void>();

export function onSessionEnd(listener: () => void): () => void {
  sessionEndListeners.add(listener);
  return () => sessionEndListeners.delete(listener);
}

/** Their 401 comes from another service. */
const foreignAddress = /loopboking|oauth|employees\/sync/;

/** 401 reasons of a session that has not begun. */
const onTheWayIn: ReadonlySet<Reason> = new Set(['incorrectPassword', 'secondFactorRequired', 'secondFactorMissing']);

function endsSession(address: string, failed: CallFailed): boolean {
  const reason = failed.problem?.reason;
  if (failed.status !== 401 || (reason !== undefined && onTheWayIn.has(reason))) return false;
  return !foreignAddress.test(address);
}

function addressOf(endpoint: Endpoint, { params, query }: Parts): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return `/api/v1${path}${search.size > 0 ? `?${search}` : ''}`;
}

function headersFor({ body }: Parts, { idempotencyKey }: CreateOptions): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body && { 'content-type': 'application/json' }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  };
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.set('file', file);
  return form;
}

async function send(
  address: string,
  request: RequestInit & { headers: Record<string, string> },
  onProgress?: (sent: number) => void,
): Promise<Response> {
  try {
    if (!onProgress) return await fetch(address, request);
    // Few screens send files.
    const { sendWithProgress } = await import('./send-with-progress.ts');
    return await sendWithProgress(address, request, onProgress);
  } catch (error) {
    throw isAbort(error) ? error : new CallFailed(null, null);
  }
}

async function failureOf(response: Response): Promise<CallFailed> {
  const body = await readJson(response);
  return new CallFailed(response.status, isProblem(body) ? body : null);
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (isAbort(error)) throw error;
    return undefined;
  }
}

function isProblem(body: unknown): body is Problem {
  return isObject(body) && typeof body.reason === 'string' && typeof body.status === 'number';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
