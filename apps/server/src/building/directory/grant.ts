import { type Actor, can } from '@vestibule/contract/platform/access.ts';
import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import type { GrantingType } from '@vestibule/contract/accounts/directory-grant.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import type { BrowserCookie } from '../../platform/http/cookie.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import type {
  Directories,
  Grant,
  GrantingProvider,
  RegisteredApp,
} from '../../platform/integrations/directory/directory.ts';
import { acceptState, createState, returnPath } from '../../accounts/session/return-state.ts';
import { readTenant } from '../tenant/tenant.ts';
import { connect, type ConnectContext, requireConnectable, tryDirectory } from './connection.ts';
import { refusedFor } from './reading.ts';

const exchangeMs = 15_000;

interface LeaveContext {
  actor: Actor | null;
  vault: Vault;
  browser: BrowserCookie;
  directories: Directories;
  origin: string;
}

interface Wish {
  tenantId?: number | undefined;
  type?: GrantingType | undefined;
  groupId?: string | undefined;
  clientId: string | null;
}

export async function beginGrant(db: Db, context: LeaveContext, wish: Wish): Promise<{ url: string }> {
  const { actor, directories, origin } = context;
  if (!actor) throw new Refusal('notSignedIn');
  if (!can(actor, 'directory.connect')) throw new Refusal('notAllowed');
  const [tenantId, type, groupId] = [orNotFound(wish.tenantId), orNotFound(wish.type), orNotFound(wish.groupId)];
  const { clientId } = wish;
  const tenant = await readTenant(db, actor, tenantId);
  await requireConnectable(db, tenant, { type, groupId, clientId, loopbookingDomain: null });
  const provider = directories[type];
  const visited = clientId ?? appOf(provider).clientId;
  const { state, verifier } = createState(context, { purpose: 'directory', tenantId, type, groupId, clientId });
  return { url: provider.grantAddress(visited, { returnAddress: `${origin}${returnPath}`, verifier }, state) };
}

interface Input {
  type: GrantingType;
  groupId: string;
  code: string;
  state: string;
  url: string;
  clientId: string | null;
  clientSecret: string | null;
}

/**
 * Connects a tenant by the browser's return and reads the directory once.
 * @throws {Refusal} `integrationAlreadySet`, `urlNotAllowed`; `oauthStateInvalid` for another purpose or a repeated return;
 * `tenantAuthorisationFailed` and why the directory could not be read.
 */
export async function finishGrant(
  db: Db,
  context: ConnectContext & { browser: BrowserCookie },
  tenantId: number,
  input: Input,
): Promise<{ success: true; tenant: Tenant; conflicts: Conflict[] }> {
  const { actor, directories, origin, log } = context;
  const { type, groupId, clientId, clientSecret } = input;
  const tenant = await readTenant(db, actor, tenantId);
  const chosen = { type, groupId, clientId, loopbookingDomain: null };
  await requireConnectable(db, tenant, chosen);
  const returnAddress = `${origin}${returnPath}`;
  if (input.url !== returnAddress) throw new Refusal('urlNotAllowed', { fields: { url: 'urlNotAllowed' } });
  const { verifier, requested } = await acceptState(db, context, 'directory', input.state);
  const isOther =
    requested.tenantId !== tenantId ||
    requested.type !== type ||
    requested.groupId !== groupId ||
    requested.clientId !== clientId;
  if (isOther) throw new Refusal('oauthStateInvalid');

  const provider = directories[type];
  const app = clientId !== null && clientSecret !== null ? { clientId, clientSecret } : appOf(provider);
  const request = { returnAddress, verifier };
  let grant: Grant = await provider
    .exchange(app, request, input.code, AbortSignal.timeout(exchangeMs))
    .catch(refusedFor(log));
  const directory = provider.open(app, grant, groupId, (renewed) => {
    grant = renewed;
    return Promise.resolve();
  });
  const conflicts = await tryDirectory(db, tenant, chosen, directory, log);
  const connected = await connect(db, context, tenant, chosen, { grant, clientSecret, loopbookingCode: null });
  return { success: true, tenant: connected, conflicts };
}

function appOf({ app }: GrantingProvider): RegisteredApp {
  if (app === null) throw new Refusal('validation', { fields: { clientId: 'clientIdRequired' } });
  return app;
}
