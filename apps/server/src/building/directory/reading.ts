import type { Reason } from '@vestibule/contract/platform/refusal.ts';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { CannotOpen, type Vault } from '../../platform/db/sealed.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  type Directories,
  type Directory,
  DirectoryFailed,
  type DirectoryProblem,
  type Grant,
} from '../../platform/integrations/directory/directory.ts';
import { type ConnectionRow, saveGrant } from './connection.store.ts';
import { type Members, readMembers } from './member.ts';

interface Opening {
  db: Db;
  vault: Vault;
  directories: Directories;
}

export function openDirectory({ db, vault, directories }: Opening, row: ConnectionRow): Directory {
  const { company_id: companyId, tenant_id: tenantId, type, client_id: clientId } = row;
  const { grant, clientSecret, loopbookingCode } = openSecrets(vault, tenantId, row);
  if (type === 'loopbooking') return directories.loopbooking(row.loopbooking_domain ?? '', loopbookingCode ?? '');
  const provider = directories[type];
  const app = clientId !== null && clientSecret !== null ? { clientId, clientSecret } : provider.app;
  if (app === null) throw new DirectoryFailed('secretExpired', 'no application is registered with the provider');
  if (grant === null) throw new DirectoryFailed('consentRevoked', 'nothing was granted');
  return provider.open(app, grant, row.group_id ?? '', (renewed) =>
    saveGrant(db, { companyId, tenantId }, sealGrant(vault, tenantId, renewed)),
  );
}

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

const reasons = {
  directoryUnavailable: 'directoryUnavailable',
  consentRevoked: 'consentRevoked',
  secretExpired: 'secretExpired',
  groupNotFound: 'groupNotFound',
  serviceAccountRequired: 'serviceAccountRequired',
  codeRefused: 'tenantAuthorisationFailed',
  loopbookingRefused: 'loopbookingTestFailed',
} as const satisfies Record<DirectoryProblem, Reason>;

export function refusedFor(log: FastifyBaseLogger) {
  return (error: unknown): never => {
    if (!(error instanceof DirectoryFailed)) throw error;
    log.warn({ error, problem: error.problem }, 'a directory could not be connected');
    throw new Refusal(reasons[error.problem]);
  };
}

export interface Secrets {
  grant: Grant | null;
  clientSecret: string | null;
  loopbookingCode: string | null;
}

type Sealed = Pick<ConnectionRow, 'granted' | 'client_secret' | 'loopbooking_code'>;

const KeptGrant = z.object({
  refreshToken: z.string(),
  accessToken: z.string(),
  expiresAt: z.iso.datetime().transform((text) => new Date(text)),
});

export function sealSecrets(vault: Vault, tenantId: number, { grant, clientSecret, loopbookingCode }: Secrets): Sealed {
  return {
    granted: grant && sealGrant(vault, tenantId, grant),
    client_secret: clientSecret === null ? null : vault.seal(`tenant.client_secret:${tenantId}`, clientSecret),
    loopbooking_code:
      loopbookingCode === null ? null : vault.seal(`tenant.loopbooking_code:${tenantId}`, loopbookingCode),
  };
}

function sealGrant(vault: Vault, tenantId: number, grant: Grant): Buffer {
  return vault.seal(`directory_sync.granted:${tenantId}`, JSON.stringify(grant));
}

export function openSecrets(vault: Vault, tenantId: number, sealed: Sealed): Secrets {
  const { granted, client_secret: secret, loopbooking_code: code } = sealed;
  try {
    return {
      grant: granted && KeptGrant.parse(JSON.parse(vault.open(`directory_sync.granted:${tenantId}`, granted))),
      clientSecret: secret && vault.open(`tenant.client_secret:${tenantId}`, secret),
      loopbookingCode: code && vault.open(`tenant.loopbooking_code:${tenantId}`, code),
    };
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    throw new DirectoryFailed('consentRevoked', 'the secrets of a directory cannot be opened', { cause: error });
  }
}
