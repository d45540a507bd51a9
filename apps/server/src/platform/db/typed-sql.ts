import { type KyselyPlugin, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';

/** A schema of a row, or its columns. Inline columns use the constants below, because a call must not build schemas. */
type Columns = Readonly<Record<string, z.ZodType>>;
type RowSchema = z.ZodType<object> | Columns;
type RowOf<Schema> =
  Schema extends z.ZodType<object>
    ? z.output<Schema>
    : Schema extends Columns
      ? { -readonly [Column in keyof Schema]: z.output<Schema[Column]> }
      : never;

export const int = z.int();
export const float = z.number();
export const text = z.string();
export const bool = z.boolean();
export const bytes = z.instanceof(Buffer);
/** A timestamp as the connection returns it. Timestamps inside JSON have the format of PostgreSQL and are `text`. */
export const moment = z.iso.datetime({ precision: 3 });

/**
 * Returns a template tag for SQL whose rows match the schema: typedSql({ id: int })`select id from tenant`. Tests parse each row;
 * production parses none.
 */
export function typedSql<const Schema extends RowSchema>(schema: Schema) {
  return (parts: TemplateStringsArray, ...values: unknown[]): RawBuilder<RowOf<Schema>> => {
    const statement: RawBuilder<RowOf<Schema>> = sql(parts, ...values);
    return onMismatch ? statement.withPlugin(checkedBy(schema, parts, onMismatch)) : statement;
  };
}

export async function queryRows<const Schema extends RowSchema>(
  client: pg.Client,
  schema: Schema,
  statement: string,
  values: unknown[] = [],
): Promise<RowOf<Schema>[]> {
  const { rows }: { rows: unknown[] } = await client.query(statement, values);
  if (onMismatch) requireMatch(z.array(strict(schema)), rows, statement, onMismatch);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests parse the rows
  return rows as RowOf<Schema>[];
}

let onMismatch: ((error: Error) => void) | undefined;

/** A mismatch fails the statement. `report` gets the error too, because callers may catch it. */
export function checkRows(report: (error: Error) => void): void {
  onMismatch = report;
}

const plugins = new WeakMap<TemplateStringsArray, { schema: RowSchema; plugin: KyselyPlugin }>();

function checkedBy(schema: RowSchema, parts: TemplateStringsArray, report: (error: Error) => void): KyselyPlugin {
  const known = plugins.get(parts);
  if (known && (known.schema === schema || !(schema instanceof z.ZodType))) return known.plugin;
  const rows = z.array(strict(schema));
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      requireMatch(rows, result.rows, parts.join('…'), report);
      return result;
    },
  };
  plugins.set(parts, { schema, plugin });
  return plugin;
}

function requireMatch(schema: z.ZodType, rows: unknown[], statement: string, report: (error: Error) => void): void {
  const { error } = schema.safeParse(rows);
  if (!error) return;
  const source = statement.replaceAll(/\s+/g, ' ').trim();
  const mismatch = new Error(
    `rows differ from the schema of their statement:\n${z.prettifyError(error)}\nin: ${source}`,
  );
  report(mismatch);
  throw mismatch;
}

function strict(schema: RowSchema): z.ZodType {
  if (!(schema instanceof z.ZodType)) return z.strictObject(schema);
  return schema instanceof z.ZodObject ? schema.strict() : schema;
}
