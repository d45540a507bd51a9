import { z } from 'zod';
import type { TestServer } from './server.ts';

const Schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  format: z.string().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  get items() {
    return Schema.optional();
  },
  get anyOf() {
    return z.array(Schema).optional();
  },
  get allOf() {
    return z.array(Schema).optional();
  },
  get oneOf() {
    return z.array(Schema).optional();
  },
});
export type Schema = z.output<typeof Schema>;

const Content = z.record(z.string(), z.looseObject({ schema: Schema }));

const Operation = z.looseObject({
  operationId: z.string().optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  summary: z.string().optional(),
  parameters: z.array(z.looseObject({ in: z.string(), name: z.string(), schema: Schema })).default([]),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content.optional() })),
});

const OpenApi = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

export type Operation = z.output<typeof Operation> & { path: string; method: string };

export async function openApi(server: TestServer): Promise<Operation[]> {
  const response = await server.app.inject('/api/v1/openapi.json');
  const { paths } = OpenApi.parse(response.json());
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
}
