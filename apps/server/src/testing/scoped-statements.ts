import pg from 'pg';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { afterFile } from './after-file.ts';

/** A statement of a connection that is limited to companies. */
export interface ScopedStatement {
  text: string;
  values: unknown[];
  /** As PostgreSQL writes an array. */
  companies: string;
}

interface Watch {
  statements: ScopedStatement[];
  stop: () => void;
}

interface Options {
  /** Returns the text to send. */
  rewrite?: (text: string) => string;
  onRows?: (rows: unknown) => void;
}

/** Collects the statements of connections that are limited to companies. It ends the watch before. */
export function watchScopedStatements({ rewrite = (text) => text, onRows }: Options = {}): Watch {
  if (!isTracking) track();
  const statements: ScopedStatement[] = [];
  const change: Change = (sent, scope, rest) => {
    statements.push({ text: sent.text, values: sent.values ?? [], companies: scope });
    const text = rewrite(sent.text);
    const [callback, ...others] = rest;
    if (!onRows || typeof callback !== 'function') return { text, rest };
    const listen = (error: unknown, result: unknown) => {
      const { data } = Result.safeParse(result);
      if (data) onRows(data.rows);
      Reflect.apply(callback, undefined, [error, result]);
    };
    return { text, rest: [listen, ...others] };
  };
  current = change;
  const stop = () => {
    if (current === change) current = undefined;
  };
  onTestFinished(stop);
  return { statements, stop };
}

const Sent = z.object({ text: z.string(), values: z.array(z.unknown()).nullish() });
type Sent = z.infer<typeof Sent>;
const Result = z.object({ rows: z.array(z.unknown()) });

type Change = (sent: Sent, scope: string, rest: unknown[]) => { text: string; rest: unknown[] };
let current: Change | undefined;
let isTracking = false;

/** Runs until the end of the file, because a connection keeps its companies from one watch to the next. */
function track(): void {
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof query !== 'function') throw new Error('the driver has another shape');
  const scopes = new WeakMap<object, string>();
  Reflect.set(pg.Client.prototype, 'query', function (this: object, statement: unknown, ...rest: unknown[]): unknown {
    const { data: sent } = Sent.safeParse(statement);
    const [, companies] = /set vestibule\.companies = '(.*)'/.exec(sent?.text ?? '') ?? [];
    if (companies !== undefined && sent?.text.includes('reset role')) scopes.delete(this);
    else if (companies !== undefined) scopes.set(this, companies);
    const scope = scopes.get(this);
    const isWatched = sent && scope !== undefined && /^\s*(select|insert|update|delete|with)\b/i.test(sent.text);
    const changed = current && isWatched ? current(sent, scope, rest) : { text: sent?.text, rest };
    if (changed.text !== sent?.text) Object.assign(statement ?? {}, { text: changed.text, name: undefined });
    const answer: unknown = Reflect.apply(query, this, [statement, ...changed.rest]);
    return answer;
  });
  isTracking = true;
  afterFile(() => {
    isTracking = false;
    Reflect.set(pg.Client.prototype, 'query', query);
    return Promise.resolve();
  });
}
