import { text } from 'node:stream/consumers';
import { startMicrosoft } from '../../apps/server/src/testing/microsoft.ts';
import { sendJson, startVendor } from '../../apps/server/src/testing/vendor.ts';

export interface Person {
  id: string;
  name: string;
  email: string;
}

/** Loopbooking serves group names with this ending. */
export const loopbookingDomain = 'house.loopbooking.test';

interface Directories {
  settings: Record<string, string>;
  control: string;
  login: string;
  close: () => Promise<void>;
}

/** Uses a group's name as its access key at Loopbooking. */
export async function startDirectories(): Promise<Directories> {
  const microsoft = await startMicrosoft();
  const groups = new Map<string, Person[]>();
  const loopbooking = await startVendor(async (request, response) => {
    const people = groups.get(String(request.headers['x-access-key']));
    sendJson(response, people ? 200 : 401, people ?? {});
    return Promise.resolve();
  });
  const control = await startVendor(async (request, response) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `setMembers` calls
    const { group, people } = JSON.parse(await text(request)) as { group: string; people: Person[] };
    groups.set(group, people);
    microsoft.groups.set(
      group,
      people.map(({ id, name, email }) => ({ id, displayName: name, mail: email, accountEnabled: true })),
    );
    sendJson(response, 200, {});
  });
  const { app, loginUrl, graphUrl } = microsoft.settings;
  return {
    settings: {
      MICROSOFT_CLIENT_ID: app?.clientId ?? '',
      MICROSOFT_CLIENT_SECRET: app?.clientSecret ?? '',
      MICROSOFT_LOGIN_URL: loginUrl.href,
      MICROSOFT_GRAPH_URL: graphUrl.href,
      LOOPBOOKING_DOMAINS: 'loopbooking.test',
      LOOPBOOKING_URL: loopbooking.url.href,
    },
    control: control.url.href,
    login: microsoft.login.url.host,
    async close() {
      await microsoft.close();
      await loopbooking.close();
      await control.close();
    },
  };
}

export async function setMembers(group: string, people: Person[]): Promise<void> {
  const { E2E_DIRECTORIES: control } = process.env;
  await fetch(control ?? '', { method: 'POST', body: JSON.stringify({ group, people }) });
}
