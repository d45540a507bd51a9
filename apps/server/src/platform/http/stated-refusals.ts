import type { Endpoint } from '@vestibule/contract/platform/endpoint.ts';
import type { Reason } from '@vestibule/contract/platform/refusal.ts';
import { isOpenAccess } from './call.ts';
import { mayBeRepeated } from './idempotency.ts';

export const generalRefusals: readonly Reason[] = [
  'requestTooSlow',
  'bodyTooLarge',
  'unsupportedMediaType',
  'headersTooLarge',
  'unexpected',
  'unavailable',
];

const ofInput: readonly Reason[] = ['validation', 'malformedBody', 'notFound'];

/** Derives reasons from method, access and input. An endpoint does not repeat them. */
export function impliedRefusals(endpoint: Endpoint): Reason[] {
  const { access, changes, file, method } = endpoint;
  return [
    ...generalRefusals,
    ...ofInput,
    ...when(!isOpenAccess(access), 'notSignedIn'),
    ...when(access !== 'public' && access !== 'pass.act', 'notAllowed'),
    ...when(access === 'device.act', 'deviceRevoked'),
    ...when(access === 'host.act', 'chooseEmployee'),
    ...when(method !== 'GET' || changes === true, 'crossSiteRequest'),
    ...when(mayBeRepeated(endpoint), 'idempotencyKeyReused'),
    ...when(file !== undefined, 'wrongMimetype', 'fileSizeExceeded'),
  ];
}

export function refusalsOf(endpoint: Endpoint): Reason[] {
  return [...impliedRefusals(endpoint), ...(endpoint.refusals ?? [])];
}

let onUnstated: ((error: Error) => void) | undefined;

/** `report` gets an error per reason that the endpoint does not state. */
export function checkRefusals(report: (error: Error) => void): void {
  onUnstated = report;
}

export function requireStated(endpoint: Endpoint | undefined, reason: Reason): void {
  if (!onUnstated || !endpoint || refusalsOf(endpoint).includes(reason)) return;
  const { method, path } = endpoint;
  onUnstated(new Error(`${method} ${path} was refused with '${reason}', which its endpoint does not state`));
}

function when(isImplied: boolean, ...reasons: Reason[]): Reason[] {
  return isImplied ? reasons : [];
}
