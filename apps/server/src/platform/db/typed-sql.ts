import { type KyselyPlugin, type RawBuilder, sql } from 'kysely';
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

/** An integer of 32 or 64 bits. */
export const int = z.int();
export const float = z.number();
export const text = z.string();
export const bool = z.boolean();
export const bytes = z.instanceof(Buffer);
/** A timestamp as the connection returns it. Timestamps inside JSON have the format of PostgreSQL and are `text`. */
export const moment = z.iso.datetime({ precision: 3 });

/**
 * Returns a template tag for SQL whose rows match the schema: typedSql({ id: int })`select id from tenant`. The types of the rows follow
 * from the schema. Tests parse every row with it. Production parses none.
 */
export function typedSql<const Schema extends RowSchema>(schema: Schema) {
  return (parts: TemplateStringsArray, ...values: unknown[]): RawBuilder<RowOf<Schema>> => {
    const statement: RawBuilder<RowOf<Schema>> = sql(parts, ...values);
    return onMismatch ? statement.withPlugin(checkedBy(schema, parts, onMismatch)) : statement;
  };
}

let onMismatch: ((error: Error) => void) | undefined;

/**
 * Makes every later statement parse its rows. A row that does not match fails its statement. `report` receives the error too, because
 * the caller of the statement may catch it.
 */
export function checkRows(report: (error: Error) => void): void {
  onMismatch = report;
}

/** One for each place in the code, because tests run some statements thousands of times. */
const plugins = new WeakMap<TemplateStringsArray, { schema: RowSchema; plugin: KyselyPlugin }>();

function checkedBy(schema: RowSchema, parts: TemplateStringsArray, report: (error: Error) => void): KyselyPlugin {
  const known = plugins.get(parts);
  if (known && (known.schema === schema || !(schema instanceof z.ZodType))) return known.plugin;
  const rows = z.array(strict(schema));
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const { error } = rows.safeParse(result.rows);
      if (!error) return result;
      const statement = parts.join('…').replaceAll(/\s+/g, ' ').trim();
      const mismatch = new Error(
        `rows differ from the schema of their statement:\n${z.prettifyError(error)}\nin: ${statement}`,
      );
      report(mismatch);
      throw mismatch;
    },
  };
  plugins.set(parts, { schema, plugin });
  return plugin;
}

/** The schema, refusing columns that it does not have. */
function strict(schema: RowSchema): z.ZodType {
  if (!(schema instanceof z.ZodType)) return z.strictObject(schema);
  return schema instanceof z.ZodObject ? schema.strict() : schema;
}
