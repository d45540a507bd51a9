import fastifySwagger from '@fastify/swagger';
import type { Endpoint } from '@vestibule/contract/endpoint.ts';
import { endpoints } from '@vestibule/contract/endpoints.ts';
import { refusals } from '@vestibule/contract/refusal.ts';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { basePath } from './route.ts';

const text = { type: 'string' as const };
const integer = { type: 'integer' as const };

const problem = {
  type: 'object' as const,
  required: ['type', 'title', 'status', 'detail', 'reason', 'requestId'],
  properties: {
    type: text,
    title: text,
    status: integer,
    detail: text,
    reason: { ...text, enum: Object.keys(refusals) },
    reasons: { type: 'array' as const, items: text },
    fields: { type: 'object' as const, additionalProperties: text },
    requestId: text,
    current: {},
    attemptsMade: integer,
    attemptsLeft: integer,
    unclosedQuoteAt: integer,
    secondsLeft: integer,
  },
};

const names = new Map<Endpoint | undefined, string>(
  Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]),
);
const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } });

/** `/api/v1/openapi.json`: every call in OpenAPI 3.1, made from the contract. Call it before the calls are added. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Vestibule', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
      components: { schemas: { Problem: problem } },
    },
    transform: (call) => {
      const { schema, url } = toJsonSchema(call);
      const operationId = names.get(call.route.config?.endpoint);
      return { schema: { ...schema, ...(operationId && { operationId }) }, url };
    },
    transformObject: (document) =>
      'openapiObject' in document ? withProblems(document.openapiObject) : document.swaggerObject,
  });
  app.get(`${basePath}/openapi.json`, { schema: { hide: true }, exposeHeadRoute: true }, () => app.swagger());
}

/** Every call can fail in the same form. */
function withProblems<Document extends object>(document: Document): Document {
  const answer = {
    description: 'The call was refused or failed.',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  const { paths } = document as { paths?: Record<string, Record<string, { responses?: Record<string, unknown> }>> };
  for (const path of Object.values(paths ?? {})) {
    for (const operation of Object.values(path)) operation.responses = { ...operation.responses, default: answer };
  }
  return document;
}
