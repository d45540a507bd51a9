import { z } from 'zod';
import { isAllowedDomain } from '../guarded-fetch.ts';
import { under } from '../http-call.ts';
import { isLoopback } from '../loopback.ts';

const addressAllowed = (example: string) => `an https address like ${example}; plain http only on this machine`;

const oauth = '/oauth2/v2.0';

export const directoryVariables = {
  MICROSOFT_CLIENT_ID: text().describe('Client id of the app registration for Microsoft directories.'),
  MICROSOFT_CLIENT_SECRET: text().describe('Client secret of that registration.'),
  MICROSOFT_LOGIN_URL: address('https://login.microsoftonline.com', '/organizations')
    .transform((url) => (url.pathname.endsWith(oauth) ? url : under(url, oauth)))
    .describe('Sign-in of Microsoft. The path is the audience, such as the id of one organization.'),
  MICROSOFT_GRAPH_URL: address('https://graph.microsoft.com', '/v1.0').describe('Microsoft Graph.'),
  GOOGLE_CLIENT_ID: text().describe('Client id of the project for Google directories.'),
  GOOGLE_CLIENT_SECRET: text().describe('Client secret of that project.'),
  GOOGLE_LOGIN_URL: address('https://accounts.google.com', '/o/oauth2/v2/auth').describe('Sign-in of Google.'),
  GOOGLE_TOKEN_URL: address('https://oauth2.googleapis.com', '/token').describe('Tokens of Google.'),
  GOOGLE_DIRECTORY_URL: address('https://admin.googleapis.com', '/admin/directory/v1').describe(
    'Directory API of Google.',
  ),
  LOOPBOOKING_DOMAINS: z
    .string()
    .default('loopbooking.com')
    .transform((domains) => domains.split(',').map((domain) => domain.trim().toLowerCase()))
    .refine((domains) => domains.every((domain) => isAllowedDomain(domain, [domain])), {
      error: 'domains like loopbooking.com, separated by commas',
    })
    .describe('Domains of Loopbooking that may be called, with their subdomains.'),
  LOOPBOOKING_URL: z
    .string()
    .refine(isAddress, { error: 'an address like http://127.0.0.1:8080, called in place of Loopbooking in tests' })
    .transform((url) => new URL(url))
    .nullable()
    .default(null)
    .describe('Called instead of Loopbooking in tests.'),
};

type Variables = z.output<z.ZodObject<typeof directoryVariables>>;

export const directorySecrets: readonly string[] = ['MICROSOFT_CLIENT_SECRET', 'GOOGLE_CLIENT_SECRET'];

export function missingOfRegistrations(env: Variables): { name: string; allowed: string }[] {
  return (['MICROSOFT', 'GOOGLE'] as const).flatMap((vendor) => {
    const names = [`${vendor}_CLIENT_ID`, `${vendor}_CLIENT_SECRET`] as const;
    const missing = names.filter((name) => env[name] === undefined);
    if (missing.length !== 1) return [];
    return missing.map((name) => ({ name, allowed: `set: ${names.join(' and ')} go together` }));
  });
}

export type DirectorySettings = ReturnType<typeof readDirectories>;

export function readDirectories(env: Variables) {
  return {
    office365: {
      /** Null: each tenant needs its own registration. */
      app: registration(env.MICROSOFT_CLIENT_ID, env.MICROSOFT_CLIENT_SECRET),
      loginUrl: env.MICROSOFT_LOGIN_URL,
      graphUrl: env.MICROSOFT_GRAPH_URL,
    },
    google: {
      app: registration(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
      loginUrl: env.GOOGLE_LOGIN_URL,
      tokenUrl: env.GOOGLE_TOKEN_URL,
      directoryUrl: env.GOOGLE_DIRECTORY_URL,
    },
    loopbooking: {
      domains: env.LOOPBOOKING_DOMAINS,
      url: env.LOOPBOOKING_URL,
    },
  };
}

function registration(clientId: string | undefined, clientSecret: string | undefined) {
  return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : null;
}

function text() {
  return z.string().trim().optional();
}

/** Secrets pass through these addresses, so plain http is allowed on this machine only. */
function address(origin: string, path: string) {
  return z
    .string()
    .default(origin)
    .refine((text) => isAddress(text) && (text.startsWith('https:') || isLoopback(new URL(text).hostname)), {
      error: addressAllowed(origin + path),
    })
    .transform((text) => {
      const url = new URL(text);
      return url.pathname === '/' ? new URL(path, url) : url;
    });
}

function isAddress(text: string) {
  const url = URL.parse(text);
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return isPlain && /^https?:$/.test(url.protocol);
}
