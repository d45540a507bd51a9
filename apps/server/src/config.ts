import { join, resolve } from 'node:path';
import type { Role } from '@vestibule/contract/platform/access.ts';
import type { z } from 'zod';
import { defaultSender, secretAllowed } from './config-values.ts';
import { CannotStart } from './platform/cannot-start.ts';
import {
  directorySecrets,
  missingOfRegistrations,
  readDirectories,
} from './platform/integrations/directory/directory-settings.ts';
import { readSmsLimits } from './platform/integrations/sms/limits.ts';
import { missingOfSms, readSms, smsSecrets } from './platform/integrations/sms/settings.ts';
import { type Place, variables } from './settings.ts';

export type Config = ReturnType<typeof configOf>;

/**
 * Reads the settings. Absent and empty ones take their defaults.
 * @throws {CannotStart} with a line per wrong value: its name, the value, what is allowed
 */
export function readConfig(env: Record<string, string | undefined> = process.env, place: Place = thisPlace()): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = variables(place).superRefine(requireWhatBelongsTogether).safeParse(given);
  if (parsed.success) return configOf(parsed.data);
  const lines = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `${name} is ${shown(name, given[name])}, but must be ${message}.`;
  });
  throw new CannotStart([...new Set(lines)].join('\n'));
}

export function settingNames(): string[] {
  return Object.keys(variables(thisPlace()).shape);
}

type Variables = z.output<ReturnType<typeof variables>>;

function requireWhatBelongsTogether(env: Variables, context: z.RefinementCtx<Variables>): void {
  const needed = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  const missing = ofWorkAccounts.filter((name) => env[name] === undefined);
  if (missing.length < ofWorkAccounts.length) {
    for (const name of missing)
      needed(name, 'set: work accounts take all of OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET');
  }
  const isContainerNeeded = env.STORAGE_URL?.kind === 'azure' || env.STORAGE_URL?.kind === 's3';
  if (isContainerNeeded && !env.STORAGE_CONTAINER) {
    needed('STORAGE_CONTAINER', 'the name of the container that STORAGE_URL keeps files in');
  }
  for (const { name, allowed } of [...missingOfRegistrations(env), ...missingOfSms(env)]) needed(name, allowed);
  if (env.MIGRATION_DATABASE_URL !== null && env.DATABASE_URL === null) {
    needed('DATABASE_URL', 'set beside MIGRATION_DATABASE_URL: the same database, with the user of the program');
  }
  if (env.DATABASE_READ_URL !== null && env.DATABASE_URL === null) {
    needed('DATABASE_URL', 'set beside DATABASE_READ_URL: the primary of that standby');
  }
  if (env.NODE_ENV !== 'production') return;
  if (env.SECRET_KEY === null) needed('SECRET_KEY', `${secretAllowed}: in production none is made for you`);
  if (env.PUBLIC_URL === null) {
    needed('PUBLIC_URL', 'the address that people use, like https://desk.example.com: in production none is guessed');
  }
  if (env.MAIL_URL && !env.MAIL_FROM) needed('MAIL_FROM', 'the address that mails come from, as MAIL_URL is set');
}

function configOf(env: Variables) {
  return {
    port: env.PORT,
    /** Null: not served. */
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST,
    /** Null: no traces. */
    tracesTo: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    host: env.HOST,
    /** The address of users, if a proxy is in front. */
    publicUrl: env.PUBLIC_URL,
    dataDir: env.DATA_DIR,
    /** Null: the embedded PostgreSQL in `dataDir`. */
    databaseUrl: env.DATABASE_URL,
    /** Null: the primary answers all reads. */
    databaseReadUrl: env.DATABASE_READ_URL,
    /** The owner of the tables. By default the user of DATABASE_URL. */
    migrationDatabaseUrl: env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    roles: env.ROLE,
    processes: env.PROCESSES,
    logLevel: env.LOG_LEVEL ?? (env.NODE_ENV === 'production' ? 'info' : 'warn'),
    /** Null: the key in `dataDir`. */
    secretKey: env.SECRET_KEY,
    previousSecretKeys: env.SECRET_KEY_PREVIOUS,
    backup: { key: env.BACKUP_KEY, keyFile: env.BACKUP_KEY_FILE },
    /** Null: emails are stored and shown as not sent. */
    mail: env.MAIL_URL && { url: env.MAIL_URL, from: env.MAIL_FROM ?? defaultSender(env.PUBLIC_URL) },
    /** The demo shows its mails at /dev/mail. One process sends and shows them. */
    catchesMail:
      env.DEMO && env.NODE_ENV !== 'production' && !env.MAIL_URL && env.ROLE.size === 2 && env.PROCESSES === 1,
    /** Null: SMS are stored and shown as not sent. */
    sms: readSms(env),
    smsLimits: readSmsLimits(env),
    smsCountries: env.SMS_COUNTRIES,
    /** Null: no sign-in with a work account. */
    identity:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET
        ? { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID, clientSecret: env.OIDC_CLIENT_SECRET }
        : null,
    storage: {
      place: env.STORAGE_URL ?? ({ kind: 'folder', folder: join(env.DATA_DIR, 'files') } as const),
      container: env.STORAGE_CONTAINER ?? 'images',
      /** Null: this program. */
      host: env.STORAGE_HOST,
    },
    /** Null: processes of this program. */
    decoderSocket: env.DECODER_SOCKET,
    directories: readDirectories(env),
    secondFactorRoles:
      env.SECOND_FACTOR_ROLES ??
      new Set<Role>(env.NODE_ENV === 'production' ? (['superAdmin', 'partner'] as const) : []),
    /** Gives the same answer with and without an account of that email. */
    hideAccounts: env.HIDE_ACCOUNTS,
    rowSecurity: env.ROW_SECURITY,
    demo: env.DEMO && env.NODE_ENV !== 'production',
    production: env.NODE_ENV === 'production',
  };
}

const ofWorkAccounts = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

function thisPlace(): Place {
  return { checkout: resolve(import.meta.dirname, '../../..'), isRoot: process.getuid?.() === 0 };
}

/** Omits keys and passwords, for errors. */
function shown(name: string, value: string | undefined) {
  if (value === undefined) return 'not set';
  const isHidden =
    name.startsWith('SECRET_KEY') ||
    name === 'BACKUP_KEY' ||
    name === 'OIDC_CLIENT_SECRET' ||
    [...directorySecrets, ...smsSecrets].includes(name);
  if (isHidden) return 'not as it should be';
  return JSON.stringify(name === 'MAIL_FROM' ? value : withoutSignIn(value));
}

function withoutSignIn(text: string) {
  return text.replace(/^(\w+:\/\/)?.*@/, '$1***@');
}
