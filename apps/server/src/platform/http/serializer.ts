import buildSerializer from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

/**
 * Compiles a reply's schema to a function that writes it as JSON. It writes the properties that the schema names and no others,
 * so a column that slips into a row never leaves the server.
 */
export const serializer: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  const jsonSchema = z.toJSONSchema(schema, { target: 'draft-7', io: 'output', override: simplify });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- draft 7 as it asks for; the two libraries type it apart
  return buildSerializer(jsonSchema as Parameters<typeof buildSerializer>[0]);
};

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

/**
 * Writes "this or null" as a nullable type instead of two alternatives, which would be told apart by validating each value; and
 * drops what only matters when reading: formats and bounds.
 */
const simplify: Override = ({ jsonSchema }) => {
  delete jsonSchema.format;
  delete jsonSchema.pattern;
  delete jsonSchema.additionalProperties;
  const [some, none, ...others] = jsonSchema.anyOf ?? [];
  if (
    !some ||
    typeof some !== 'object' ||
    !none ||
    typeof none !== 'object' ||
    none.type !== 'null' ||
    others.length > 0
  )
    return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, some, { nullable: true });
};
