import type { z } from 'zod';
import type { Action } from './access.ts';
import type { FileRule } from './file.ts';
import type { Reason } from './refusal.ts';

/** A call, stated once. The server serves it, browsers make it, and the OpenAPI document describes it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, with `:name` for each of `params`. */
  path: `/${string}`;
  /** Describes the call in one line of the OpenAPI document. The build of a browser app leaves it out. */
  summary: string;
  /** The permission it takes, a row of the matrix; 'public' needs none, and no session. */
  access: Action | 'public';
  /** Answers 202 where its reply says `pending`. */
  pending?: true;
  /** Changes something though it is a GET, as some calls of old do: like any change it is refused to other sites. */
  changes?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject | z.ZodArray;
  /** The call takes this file, as the part `file` of a multipart body, and no other body. */
  file?: FileRule;
  /** What stands in `data` of the answer. */
  reply: z.ZodType;
  /** Answers a page of rows where the call gives a `limit`, else all of them. */
  paged?: true;
  /** Answers a text of any length, which is written as it is read. */
  streamed?: true;
  /** Honours an `Idempotency-Key`, as every call does that answers 201. */
  once?: true;
  /** Its handler counts a limit before the transaction in which an `Idempotency-Key` is kept: a refusal would take the count back. */
  countsFirst?: true;
  /** 201 for a call that creates something. */
  status?: 201;
  /** What it can be refused for, beyond what any call can. */
  refusals?: readonly Reason[];
}

/**
 * The header of a call that nobody asked for just now: a page that stands open asks again by itself. It does not keep the session from
 * ending for being idle.
 */
export const unattendedHeader = 'vestibule-unattended';

/** States an endpoint. Without `access` or `summary` it does not compile. */
export function endpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}

/** The endpoints among the exports of a module. */
export type EndpointsOf<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Extract<Module[Name], Endpoint>;
};

/** Picks the endpoints from the exports of a module. */
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

/** The part of a call's input named `Part`, as the server receives it after parsing. */
export type Parsed<E extends Endpoint, Part extends 'params' | 'query' | 'body'> = OutputOf<E[Part]>;

/** What a caller gives: only the parts that the endpoint has, and only the required ones by force. */
export type Input<E extends Endpoint> = Part<'params', InputOf<E['params']>> &
  Part<'query', InputOf<E['query']>> &
  Part<'body', InputOf<E['body']>> &
  (E extends { file: FileRule } ? { file: File } : unknown);

type Part<Name extends string, Value> = Value extends undefined
  ? unknown
  : Record<string, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

/** What stands in `data` of the answer. */
export type Reply<E extends Endpoint> = z.output<E['reply']>;

/** Where a page of rows stands in the whole list. Counting stops at 10,000. */
export interface PageInfo {
  total: number;
  totalIsExact: boolean;
  /** The `cursor` that gives the page after this one, or null on the last. */
  next: string | null;
}
