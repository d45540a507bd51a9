import type { z } from 'zod';
import type { Action } from './access.ts';
import type { FileRule } from './file.ts';
import type { Reason } from './refusal.ts';

/** A call. The server serves it, browsers make it, and the OpenAPI document describes it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  /** One line in the OpenAPI document. Builds of browser apps omit it. */
  summary: string;
  /** A row of the permission matrix; 'public' needs no session. */
  access: Action | 'public';
  /** Answers 202 if its reply has `pending`. */
  pending?: true;
  /** A GET that changes data, refused to other sites. */
  changes?: true;
  /** A GET that a standby of the database may answer. Besides audit entries it changes nothing. */
  standby?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject | z.ZodArray;
  /** The call takes this file as part `file` of a multipart body. */
  file?: FileRule;
  reply: z.ZodType;
  paged?: true;
  streamed?: true;
  /** Accepts an `Idempotency-Key`, like each call with status 201. */
  once?: true;
  /** Counts a limit before the transaction of the `Idempotency-Key`, so that a refusal keeps the count. */
  countsFirst?: true;
  status?: 201;
  /** Refusals beyond those of all calls and those that follow from the other properties. */
  refusals?: readonly Reason[];
}

/** The header of a call that a page makes on its own. Such calls do not extend the session. */
export const unattendedHeader = 'vestibule-unattended';

/** States an endpoint. Without `access` or `summary` it does not compile. */
export function endpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}

export type EndpointsOf<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Extract<Module[Name], Endpoint>;
};

export function endpointsOf<Module extends object>(module: Module): EndpointsOf<Module> {
  const exported: [string, unknown][] = Object.entries(module);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the exports that `EndpointsOf` names
  return Object.fromEntries(exported.filter(([, value]) => isEndpoint(value))) as EndpointsOf<Module>;
}

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

export type Parsed<E extends Endpoint, Part extends 'params' | 'query' | 'body'> = OutputOf<E[Part]>;

export type Input<E extends Endpoint> = Part<'params', InputOf<E['params']>> &
  Part<'query', InputOf<E['query']>> &
  Part<'body', InputOf<E['body']>> &
  (E extends { file: FileRule } ? { file: File } : unknown);

type Part<Name extends string, Value> = Value extends undefined
  ? unknown
  : Record<string, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

export type Reply<E extends Endpoint> = z.output<E['reply']>;

/** A page's place in the list. Counting stops at 10,000, for a search at 1,000. */
export interface PageInfo {
  total: number;
  totalIsExact: boolean;
  next: string | null;
}
