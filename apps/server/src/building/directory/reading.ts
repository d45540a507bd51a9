import type { Reason } from '@vestibule/contract/platform/refusal.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  type Directories,
  type Directory,
  DirectoryFailed,
  type DirectoryProblem,
} from '../../platform/integrations/directory.ts';
import { type ConnectionRow, saveGrant } from './connection.store.ts';
import { type Members, readMembers } from './member.ts';
import { openSecrets, sealGrant } from './secrets.ts';

interface Opening {
  db: Db;
  vault: Vault;
  directories: Directories;
}

/** Opens the directory of a tenant that is connected to one. A grant that is renewed is kept at once. @throws {DirectoryFailed} */
export function openDirectory({ db, vault, directories }: Opening, row: ConnectionRow): Directory {
  const { tenant_id: tenantId, type, client_id: clientId } = row;
  const { grant, clientSecret, loopbookingCode } = openSecrets(vault, tenantId, row);
  if (type === 'loopbooking') return directories.loopbooking(row.loopbooking_domain ?? '', loopbookingCode ?? '');
  const provider = directories[type];
  const app = clientId !== null && clientSecret !== null ? { clientId, clientSecret } : provider.app;
  if (app === null) throw new DirectoryFailed('secretExpired', 'no application is registered with the provider');
  if (grant === null) throw new DirectoryFailed('consentRevoked', 'nothing was granted');
  return provider.open(app, grant, row.group_id ?? '', (renewed) =>
    saveGrant(db, tenantId, sealGrant(vault, tenantId, renewed)),
  );
}

/** Reads everybody whom a directory lists; told after each page how many there are so far. @throws {DirectoryFailed} */
export async function readDirectory(
  directory: Directory,
  countryCode: string,
  signal: AbortSignal,
  onPage: (done: number) => void = () => undefined,
): Promise<Members> {
  const all: Members = { members: [], conflicts: [] };
  let done = 0;
  for await (const page of directory.members(signal)) {
    const { members, conflicts } = readMembers(page, countryCode);
    all.members.push(...members);
    all.conflicts.push(...conflicts);
    done += page.length;
    onPage(done);
  }
  return all;
}

/** What a caller is told of a directory that was not read. */
const reasons = {
  directoryUnavailable: 'directoryUnavailable',
  consentRevoked: 'consentRevoked',
  secretExpired: 'secretExpired',
  groupNotFound: 'groupNotFound',
  serviceAccountRequired: 'serviceAccountRequired',
  codeRefused: 'tenantAuthorisationFailed',
  loopbookingRefused: 'loopbookingTestFailed',
} as const satisfies Record<DirectoryProblem, Reason>;

/** Turns the failure of a directory that somebody is just connecting into what they are told. */
export function refusedFor(log: FastifyBaseLogger) {
  return (error: unknown): never => {
    if (!(error instanceof DirectoryFailed)) throw error;
    log.warn({ error, problem: error.problem }, 'a directory could not be connected');
    throw new Refusal(reasons[error.problem]);
  };
}
