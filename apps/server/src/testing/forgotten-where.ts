import pg from 'pg';
import { onTestFinished } from 'vitest';

const columns =
  'company_id|tenant_id|for_tenant_id|employee_id|visitor_id|visit_id|guest_id|meeting_id|invitation_id|kiosk_id|id|secret_hash';

const condition = new RegExp(
  String.raw`(?<=\b(?:where|and|on)\s+)(?:"?\w+"?\.)?"?(${columns})"? = (?:any\((\$\d+::int\[\])\)|(\$\d+)(?:::int)?)`,
  'gi',
);

/** The statement without its conditions on ids. Its parameters stay, because the program sends them. */
export function forgetWhere(text: string): string {
  return text.replace(condition, (_whole, column: string, list: string | undefined, value = '') => {
    const parameter = list ?? `${value}::${column === 'secret_hash' ? 'bytea' : 'int'}`;
    return `${parameter} is not null`;
  });
}

interface Statement {
  text: string;
  name?: string | undefined;
}

/** Forgets the conditions on ids of all statements that name their companies. Returns the rows that these return. */
export function plantForgottenWhere(): { planted: string[]; rows: string[]; stop: () => void } {
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof query !== 'function') throw new Error('the driver has another shape');
  const bound = new WeakSet<object>();
  const planted: string[] = [];
  const rows: string[] = [];
  const forgetful = function (this: object, statement: unknown, ...rest: unknown[]): unknown {
    if (!isStatement(statement)) return Reflect.apply(query, this, [statement, ...rest]);
    const [, companies] = /set vestibule\.companies = '(.*)'/.exec(statement.text) ?? [];
    if (companies !== undefined) {
      if (statement.text.includes('reset role')) bound.delete(this);
      else bound.add(this);
      return Reflect.apply(query, this, [statement, ...rest]);
    }
    if (!bound.has(this)) return Reflect.apply(query, this, [statement, ...rest]);
    const text = forgetWhere(statement.text);
    if (text !== statement.text) planted.push(text);
    Object.assign(statement, text !== statement.text && { text, name: undefined });
    const [callback] = rest;
    if (typeof callback !== 'function') return Reflect.apply(query, this, [statement, ...rest]);
    const listen = (error: unknown, result: unknown) => {
      if (typeof result === 'object' && result !== null && 'rows' in result) rows.push(JSON.stringify(result.rows));
      Reflect.apply(callback, undefined, [error, result]);
    };
    return Reflect.apply(query, this, [statement, listen]);
  };
  Reflect.set(pg.Client.prototype, 'query', forgetful);
  const stop = () => void Reflect.set(pg.Client.prototype, 'query', query);
  onTestFinished(stop);
  return { planted, rows, stop };
}

function isStatement(statement: unknown): statement is Statement {
  return (
    typeof statement === 'object' && statement !== null && 'text' in statement && typeof statement.text === 'string'
  );
}
