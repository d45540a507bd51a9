import { z } from 'zod';
import { type CodedDirectory, DirectoryFailed, type DirectoryMember } from './directory.ts';
import type { DirectorySettings } from './directory-settings.ts';
import { ask, firstText, read, unseen } from './directory-answer.ts';
import { AddressRefused, guarded } from '../guarded-fetch.ts';
import type { Answer } from '../http-call.ts';
import { type RetryPolicy, defaultRetryPolicy, withRetries } from '../retry.ts';

/* Loopbooking publishes no API description. Path, header and shapes here are assumptions to confirm with the vendor. */
const path = '/api/v1/employees';
const header = 'x-access-key';
const pageSize = 500;

const text = z.union([z.string(), z.number().transform(String)]);
const Employee = z.object({
  id: text,
  name: z.string().nullish(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  email: z.string().nullish(),
  phone: text.nullish(),
  mobile: text.nullish(),
});
type Employee = z.output<typeof Employee>;

const Page = z.union([
  z.array(Employee).transform((employees) => ({ employees, next: null })),
  z.object({ employees: z.array(Employee), next: z.string().nullish() }),
]);

export function loopbooking(
  { domains, url }: DirectorySettings['loopbooking'],
  policy: RetryPolicy = defaultRetryPolicy,
): (domain: string, code: string) => CodedDirectory {
  const milliseconds = Math.min(policy.answerMs, 5_000);
  const once = guarded({ domains, replacement: url, milliseconds });
  const often = withRetries(once, policy);

  return (domain, code) => {
    async function call(send: typeof once, address: URL, signal: AbortSignal): Promise<Answer> {
      const answer = await ask(send, {
        url: address,
        headers: { [header]: code, accept: 'application/json' },
        signal,
      }).catch((error: unknown) => {
        if (!(error instanceof AddressRefused)) throw error;
        throw new DirectoryFailed('loopbookingRefused', error.message, { cause: error });
      });
      if (answer.status === 200) return answer;
      const isRefusal = [401, 403, 404].includes(answer.status);
      const problem = isRefusal ? 'loopbookingRefused' : 'directoryUnavailable';
      throw new DirectoryFailed(problem, `Loopbooking answered ${answer.status}`);
    }

    return {
      async test(signal) {
        read(await call(once, addressOf(domain, code, 1), signal), Page);
      },
      async *members(signal) {
        const seen = new Set<string>();
        const asked = new Set<string>();
        for (let next: URL | null = addressOf(domain, code, pageSize); next;) {
          asked.add(next.href);
          const page: z.output<typeof Page> = read(await call(often, next, signal), Page);
          yield unseen(page.employees, seen).map(memberOf);
          next = page.next ? followed(page.next, next, asked) : null;
        }
      },
      photo: () => Promise.resolve(null),
    };
  };
}

function addressOf(domain: string, code: string, limit: number): URL {
  const address = URL.parse(`https://${domain}${path}?limit=${limit}`);
  if (address?.hostname !== domain || !/^[\x21-\x7e]+$/.test(code)) {
    throw new DirectoryFailed(
      'loopbookingRefused',
      'the domain is no host name, or the access key has other characters',
    );
  }
  return address;
}

/** The access key goes to this address, so it must be on the same host. */
function followed(link: string, current: URL, asked: ReadonlySet<string>): URL {
  const next = URL.parse(link, current.href);
  if (next?.origin !== current.origin || asked.has(next.href)) {
    throw new DirectoryFailed(
      'directoryUnavailable',
      'Loopbooking gave an address of the next page that is not to be followed',
    );
  }
  return next;
}

function memberOf({ id, name, firstName, lastName, email, phone, mobile }: Employee): DirectoryMember {
  const both = firstText([firstName, lastName].filter(Boolean).join(' '));
  return { id, name: firstText(name, both, email) ?? id, email: firstText(email), phone: firstText(mobile, phone) };
}
