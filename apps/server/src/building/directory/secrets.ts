import { z } from 'zod';
import { CannotOpen, type Vault } from '../../platform/db/sealed.ts';
import { DirectoryFailed, type Grant } from '../../platform/integrations/directory.ts';
import type { ConnectionRow } from './connection.store.ts';

/** What opens the directory of a tenant. */
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

/** Seals secrets for the one tenant that they are of. */
export function sealSecrets(vault: Vault, tenantId: number, { grant, clientSecret, loopbookingCode }: Secrets): Sealed {
  return {
    granted: grant && sealGrant(vault, tenantId, grant),
    client_secret: clientSecret === null ? null : vault.seal(`tenant.client_secret:${tenantId}`, clientSecret),
    loopbooking_code:
      loopbookingCode === null ? null : vault.seal(`tenant.loopbooking_code:${tenantId}`, loopbookingCode),
  };
}

/** Seals a grant for the one tenant that it is of; `openSecrets` opens it. */
export function sealGrant(vault: Vault, tenantId: number, grant: Grant): Buffer {
  return vault.seal(`directory_sync.granted:${tenantId}`, JSON.stringify(grant));
}

/** @throws {DirectoryFailed} `consentRevoked` where they cannot be read any more, as after the loss of a key. */
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
