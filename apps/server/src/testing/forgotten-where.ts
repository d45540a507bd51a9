import { type ScopedStatement, watchScopedStatements } from './scoped-statements.ts';

const ids = [
  'company_id|tenant_id|for_tenant_id|employee_id|visitor_id|visit_id|guest_id|meeting_id|invitation_id|kiosk_id|for_kiosk_id',
  'user_id|preregistered_tenant_id|stand_in_id|id',
].join('|');

/** Other columns that lead to one row of a company. */
const types: Record<string, string> = {
  secret_hash: 'bytea',
  id_hash: 'bytea',
  channel_id: 'uuid',
  mail_id: 'uuid',
  phone: 'text',
};

const condition = new RegExp(
  String.raw`(?<=\b(?:where|and|or|on)\s+\(*\s*)(?:"?\w+"?\.)?"?(${ids}|${Object.keys(types).join('|')})"? = (?:any\((\$\d+::\w+\[\])\)|(\$\d+)(?:::\w+)?)`,
  'gi',
);

/** The statement without its conditions on ids, hashes and phones. Its parameters stay, because the program sends them. */
export function forgetWhere(text: string): string {
  return text.replace(condition, (_whole, column: string, list: string | undefined, value = '') => {
    const parameter = list ?? `${value}::${types[column] ?? 'int'}`;
    return `${parameter} is not null`;
  });
}

interface Plant {
  statements: ScopedStatement[];
  planted: string[];
  rows: string[];
  stop: () => void;
}

/** Forgets these conditions of all statements that name their companies. Returns the rows that these return. */
export function plantForgottenWhere(): Plant {
  const planted: string[] = [];
  const rows: string[] = [];
  const rewrite = (text: string) => {
    const changed = forgetWhere(text);
    if (changed !== text) planted.push(changed);
    return changed;
  };
  const watch = watchScopedStatements({ rewrite, onRows: (found) => rows.push(JSON.stringify(found)) });
  return { ...watch, planted, rows };
}
