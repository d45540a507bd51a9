import type { Config } from '../config.ts';
import { type GrantServer, ourApp, startGrantServer } from './grants.ts';
import { sendJson, startVendor, type Vendor } from './vendor.ts';

export type GoogleUser = { id: string } & Record<string, unknown>;

export interface Google extends Vendor {
  login: GrantServer;
  settings: Config['directories']['google'];
  users: GoogleUser[];
  groups: Map<string, { id?: string; type: string }[]>;
  photos: Map<string, string>;
}

/** Accounts that start with `nobody` may not read a directory. */
export async function startGoogle(): Promise<Google> {
  const login = await startGrantServer(
    { authorization: '/o/oauth2/v2/auth', token: '/token' },
    (query) =>
      query.get('access_type') === 'offline' &&
      query.get('prompt') === 'consent' &&
      !query.get('scope')?.includes('offline'),
  );
  const users: GoogleUser[] = [];
  const groups: Google['groups'] = new Map();
  const photos = new Map<string, string>();
  const base = '/admin/directory/v1';
  const vendor = await startVendor(async (request, response) => {
    const fail = (code: number, reason: string) =>
      sendJson(response, code, { error: { code, message: 'words', errors: [{ domain: 'global', reason }] } });
    const account = await login.accountOf(request.headers.authorization);
    if (account === undefined) return fail(401, 'authError');
    if (account.startsWith('nobody')) return fail(403, 'forbidden');
    const asked = new URL(request.url ?? '/', vendor.url);
    const path = decodeURIComponent(asked.pathname.slice(base.length));
    const page = (name: string, rows: unknown[], most: number) => {
      const size = Math.min(Number(asked.searchParams.get('maxResults') ?? 100), most);
      const start = Number(asked.searchParams.get('pageToken') ?? 0);
      const hasMore = start + size < rows.length;
      const part = rows.slice(start, start + size);
      sendJson(response, 200, {
        ...(part.length > 0 && { [name]: part }),
        ...(hasMore && { nextPageToken: String(start + size) }),
      });
    };
    const [, groupKey] = /^\/groups\/(.+)\/members$/.exec(path) ?? [];
    if (groupKey !== undefined) {
      const members = groups.get(groupKey);
      return members ? page('members', members, 200) : fail(404, 'notFound');
    }
    if (path === '/users') {
      const isOfAccount = asked.searchParams.get('customer') === 'my_customer';
      return isOfAccount ? page('users', users, 500) : fail(400, 'badRequest');
    }
    const [, userKey, isPhoto] = /^\/users\/([^/]+)(\/photos\/thumbnail)?$/.exec(path) ?? [];
    const photo = photos.get(userKey ?? '');
    if (isPhoto) return photo === undefined ? fail(404, 'notFound') : sendJson(response, 200, { photoData: photo });
    const user = users.find(({ id }) => id === userKey);
    return user ? sendJson(response, 200, user) : fail(403, 'forbidden');
  });
  return {
    ...vendor,
    login,
    users,
    groups,
    photos,
    settings: {
      app: ourApp,
      loginUrl: new URL('/o/oauth2/v2/auth', login.url),
      tokenUrl: new URL('/token', login.url),
      directoryUrl: new URL(base, vendor.url),
    },
    async close() {
      await vendor.close();
      await login.close();
    },
  };
}
