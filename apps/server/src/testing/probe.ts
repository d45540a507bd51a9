import type { EndpointName, endpoints } from '@vestibule/contract/endpoints.ts';
import type { Db } from '../platform/db/database.ts';
import type { Site } from './building.ts';
import type { CallInput } from './caller.ts';

/** The console's page, at the address that calls in the process go to. */
export const linkPage = 'http://localhost/set-password';
/** The page that providers send the browser back to. */
export const returnPage = 'http://localhost/tenant-redirect';

/** The rows that a probe may name. */
export interface Ids {
  companyId: number;
  partnerId: number;
  tenantId: number;
  employeeId: number;
  /** Settings of the tenant's own. */
  settingsId: number;
  /** Images of the tenant. */
  logoId: number;
  photoId: number;
  visitorId: number;
  /** The visitor's visit and a message about it that failed; 0 where the visitor is outside. */
  visitId: number;
  visitMessageId: number;
  folderId: number;
  licenceId: number;
  messageId: number;
  /** Somebody of the tenant who was invited and has not set a password. */
  userId: number;
  /** One that is online, and the settings of the company's kiosks with a picture for them. */
  kioskId: number;
  /** One whose device waits to be confirmed. */
  pendingKioskId: number;
  kioskSettingsId: number;
  backgroundId: number;
}

interface Probe<Input = unknown> {
  /** The ids in its input, in the path, the query or the body. A call with any one of them foreign is answered as missing. */
  names: readonly (keyof Ids)[];
  /** A valid call on these rows, and on the link that `userId` was sent. It succeeds for whoever may make it there. */
  input(ids: Ids, site: Site, token: string): Input;
  /** What must be so at the site before. */
  prepare?: (db: Db, site: Site) => Promise<unknown>;
  /** How it is answered where it has no row to succeed on; to whom differs where who is signed out is asked for more. */
  answer?: string | { signedIn: string; signedOut: string };
  /** What the visitor must be for the call to succeed; outside when absent. */
  visitor?: 'inside';
}

/** One for every endpoint. */
export type Probes = { [Name in EndpointName]: Probe<CallInput<(typeof endpoints)[Name]>> };
