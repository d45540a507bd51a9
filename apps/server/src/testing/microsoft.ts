import type { Config } from '../config.ts';
import { type GrantServer, ourApp, startGrantServer } from './grants.ts';
import { sendJson, startVendor, type Vendor } from './vendor.ts';

export type GraphUser = { id: string } & Record<string, unknown>;

export interface Microsoft extends Vendor {
  login: GrantServer;
  settings: Config['directories']['office365'];
  groups: Map<string, GraphUser[]>;
  photos: Map<string, Buffer>;
}

/** Accounts that start with `nobody` may not read a directory. */
export async function startMicrosoft(): Promise<Microsoft> {
  const oauth = '/organizations/oauth2/v2.0';
  const login = await startGrantServer({ authorization: `${oauth}/authorize`, token: `${oauth}/token` }, (query) =>
    ['offline_access', 'GroupMember.Read.All', 'User.Read.All'].every((scope) => query.get('scope')?.includes(scope)),
  );
  const groups = new Map<string, GraphUser[]>();
  const photos = new Map<string, Buffer>();
  const vendor = await startVendor(async (request, response) => {
    const fail = (status: number, code: string) => sendJson(response, status, { error: { code, message: 'words' } });
    const account = await login.accountOf(request.headers.authorization);
    if (account === undefined) return fail(401, 'InvalidAuthenticationToken');
    if (account.startsWith('nobody')) return fail(403, 'Authorization_RequestDenied');
    const asked = new URL(request.url ?? '/', vendor.url);
    const [, photoOf] = /^\/v1\.0\/users\/([^/]+)\/photo\/\$value$/.exec(asked.pathname) ?? [];
    if (photoOf !== undefined) {
      const photo = photos.get(decodeURIComponent(photoOf));
      if (!photo) return fail(404, 'ImageNotFound');
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo);
      return undefined;
    }
    const [, groupId = ''] = /^\/v1\.0\/groups\/([^/]+)\/members\/microsoft\.graph\.user$/.exec(asked.pathname) ?? [];
    const members = groups.get(decodeURIComponent(groupId));
    if (!members) return fail(404, 'Request_ResourceNotFound');
    const isAdvanced =
      request.headers['consistencylevel'] === 'eventual' && asked.searchParams.get('$count') === 'true';
    if (!isAdvanced) return fail(400, 'Request_UnsupportedQuery');
    const [size, start] = [
      Number(asked.searchParams.get('$top') ?? 100),
      Number(asked.searchParams.get('$skiptoken') ?? 0),
    ];
    const next = new URL(asked);
    next.searchParams.set('$skiptoken', String(start + size));
    const hasMore = start + size < members.length;
    return sendJson(response, 200, {
      '@odata.count': members.length,
      ...(hasMore && { '@odata.nextLink': next.href }),
      value: members.slice(start, start + size),
    });
  });
  return {
    ...vendor,
    login,
    groups,
    photos,
    settings: {
      app: ourApp,
      loginUrl: new URL(oauth, login.url),
      graphUrl: new URL('/v1.0', vendor.url),
    },
    async close() {
      await vendor.close();
      await login.close();
    },
  };
}
