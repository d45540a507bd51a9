import { text } from 'node:stream/consumers';
import { startMicrosoft } from '../../apps/server/src/testing/microsoft.ts';
import { sendJson, startVendor } from '../../apps/server/src/testing/vendor.ts';

/** Somebody that a directory lists. */
export interface Person {
  id: string;
  name: string;
  email: string;
}

/** A name that ends in this is one of Loopbooking's. */
export const loopbookingDomain = 'house.loopbooking.test';

interface Directories {
  /** What the program is told of them. */
  settings: Record<string, string>;
  /** Where tests say who is in a group. */
  control: string;
  /** Where accounts sign in at Microsoft. */
  login: string;
  close: () => Promise<void>;
}

/** Microsoft and Loopbooking, for all tests of the run. The access key of a directory at Loopbooking is the name of its group. */
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

/** Decides who is in a group from now on. */
export async function setMembers(group: string, people: Person[]): Promise<void> {
  const { E2E_DIRECTORIES: control } = process.env;
  await fetch(control ?? '', { method: 'POST', body: JSON.stringify({ group, people }) });
}
