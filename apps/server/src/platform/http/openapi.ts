import fastifySwagger from '@fastify/swagger';
import { callers, permissions, roles } from '@vestibule/contract/platform/access.ts';
import type { Endpoint } from '@vestibule/contract/platform/endpoint.ts';
import { type Problem, type Reason, refusals } from '@vestibule/contract/platform/refusal.ts';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { mayBeRepeated } from './idempotency.ts';
import { basePath } from './route.ts';
import { generalRefusals, refusalsOf } from './stated-refusals.ts';

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
    removed: integer,
    of: integer,
    usedBy: {
      type: 'array' as const,
      items: {
        type: 'object' as const,
        required: ['kind', 'id', 'name'],
        properties: { kind: text, id: integer, name: text },
      },
    },
    unclosedQuoteAt: integer,
    employees: {
      type: 'array' as const,
      items: {
        type: 'object' as const,
        properties: {
          id: integer,
          name: text,
          tenant: { type: 'object' as const, properties: { id: integer, name: text } },
        },
      },
    },
    token: text,
    attemptsMade: integer,
    attemptsLeft: integer,
    secondsLeft: integer,
    validFrom: text,
    validUntil: text,
    checkedInSince: text,
    passProblem: text,
  } satisfies Record<keyof Problem, object>,
};

const anyProblem = { $ref: '#/components/schemas/Problem' };

const failed = problemAnswer(
  `The call was refused or failed for another reason, such as ${generalRefusals.join(', ')}.`,
  anyProblem,
);

const securitySchemes = {
  session: {
    type: 'apiKey' as const,
    in: 'cookie' as const,
    name: 'vestibule',
    description: 'The session of a signed-in user. Over https its name is __Host-vestibule.',
  },
  host: {
    type: 'apiKey' as const,
    in: 'cookie' as const,
    name: 'vestibule-host',
    description: 'The session of a host. Over https its name is __Host-vestibule-host.',
  },
  device: { type: 'http' as const, scheme: 'bearer', description: 'The token of a kiosk.' },
};

const idempotencyKey = {
  type: 'object' as const,
  properties: {
    'Idempotency-Key': {
      ...text,
      description: 'The same key from the same user within 24 hours gets the first answer again.',
    },
  },
};

const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } });

export async function describeApi(app: FastifyInstance, endpoints: Record<string, Endpoint>): Promise<void> {
  const names = new Map(Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]));
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Vestibule', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
      components: { schemas: { Problem: problem }, securitySchemes },
    },
    transform: (call) => {
      const { schema, url } = toJsonSchema(call);
      const endpoint = call.route.config?.endpoint;
      return { schema: { ...schema, ...(endpoint && describe(endpoint, names.get(endpoint) ?? '')) }, url };
    },
    transformObject: (document) =>
      'openapiObject' in document ? withProblems(document.openapiObject, endpoints) : document.swaggerObject,
  });
  app.get(`${basePath}/openapi.json`, { schema: { hide: true }, exposeHeadRoute: true }, () => app.swagger());
}

function describe(endpoint: Endpoint, operationId: string) {
  return {
    operationId,
    summary: endpoint.summary,
    security: securityOf(endpoint),
    ...(mayBeRepeated(endpoint) && { headers: idempotencyKey }),
  };
}

function securityOf({ access }: Endpoint): Record<string, []>[] {
  if (access === 'public' || access === 'pass.act') return [{}];
  const who = callers.filter((caller) => permissions[access][caller] !== 'none');
  return [
    ...(roles.some((role) => who.includes(role)) ? [{ session: [] as [] }] : []),
    ...(access === 'host.act' ? [{ host: [] as [] }] : []),
    ...(who.includes('kiosk') ? [{ device: [] as [] }] : []),
    ...(who.includes('signedOut') ? [{}] : []),
  ];
}

interface Operation {
  operationId?: string;
  responses?: Record<string, unknown>;
}

interface Document {
  components?: { responses?: Record<string, object> };
  paths?: Record<string, Record<string, Operation>>;
}

function withProblems<Described extends object>(described: Described, endpoints: Record<string, Endpoint>): Described {
  const { components = {}, paths = {} } = described as Document;
  const shared: Record<string, object> = {};
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const endpoint = endpoints[operation.operationId ?? ''];
    for (const [status, reasons] of endpoint ? reasonsByStatus(endpoint) : []) {
      const name = `Refused${status}_${reasons.join('_')}`;
      shared[name] ??= problemAnswer(`Refused: ${reasons.join(', ')}.`, {
        allOf: [anyProblem, { properties: { reason: { enum: reasons } } }],
      });
      operation.responses = { ...operation.responses, [status]: { $ref: `#/components/responses/${name}` } };
    }
    operation.responses = { ...operation.responses, default: failed };
  }
  components.responses = shared;
  return described;
}

function reasonsByStatus(endpoint: Endpoint): [status: number, reasons: Reason[]][] {
  const byStatus = Map.groupBy(refusalsOf(endpoint), (reason) => refusals[reason]);
  return [...byStatus].filter(([, reasons]) => reasons.some((reason) => !generalRefusals.includes(reason)));
}

function problemAnswer(description: string, schema: object) {
  return { description, content: { 'application/problem+json': { schema } } };
}
