import { join, resolve } from 'node:path';
import type { Role } from '@vestibule/contract/platform/access.ts';
import type { z } from 'zod';
import { defaultSender, secretAllowed } from './config-values.ts';
import { CannotStart } from './platform/cannot-start.ts';
import {
  directorySecrets,
  missingOfRegistrations,
  readDirectories,
} from './platform/integrations/directory-settings.ts';
import { readSmsLimits } from './platform/integrations/sms/limits.ts';
import { missingOfSms, readSms, smsSecrets } from './platform/integrations/sms/settings.ts';
import { type Place, variables } from './settings.ts';

export type Config = ReturnType<typeof configOf>;

/**
 * The settings of the process. A setting that is absent or empty takes its default.
 * @throws {CannotStart} one line for every wrong value: its name, what was given, what is allowed.
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

/** The names of all settings, those of an operating system's own aside. */
export function settingNames(): string[] {
  return Object.keys(variables(thisPlace()).shape);
}

type Variables = z.output<ReturnType<typeof variables>>;

/** Says of each setting that is missing beside another one what it has to be. */
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
  if (env.NODE_ENV !== 'production') return;
  if (env.SECRET_KEY === null) needed('SECRET_KEY', `${secretAllowed}: in production none is made for you`);
  if (env.PUBLIC_URL === null) {
    needed('PUBLIC_URL', 'the address that people use, like https://desk.example.com: in production none is guessed');
  }
  if (env.MAIL_URL && !env.MAIL_FROM) needed('MAIL_FROM', 'the address that mails come from, as MAIL_URL is set');
}

/** What the program goes by. */
function configOf(env: Variables) {
  return {
    port: env.PORT,
    /** Where metrics are served, with health; null: nowhere. */
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST,
    /** The collector that traces go to; null: there are none. */
    tracesTo: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    host: env.HOST,
    /** The address people use, when a proxy stands in front. */
    publicUrl: env.PUBLIC_URL,
    dataDir: env.DATA_DIR,
    /** null: the PostgreSQL that ships with the program is started in `dataDir`. */
    databaseUrl: env.DATABASE_URL,
    /** The same database with the user that owns the tables. The program's own user unless it is set. */
    migrationDatabaseUrl: env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    roles: env.ROLE,
    /** How many web processes share the port. */
    processes: env.PROCESSES,
    logLevel: env.LOG_LEVEL ?? (env.NODE_ENV === 'production' ? 'info' : 'warn'),
    /** null: the key that is kept in `dataDir`. */
    secretKey: env.SECRET_KEY,
    previousSecretKeys: env.SECRET_KEY_PREVIOUS,
    /** What backups are encrypted with, or the file that it stands in. */
    backup: { key: env.BACKUP_KEY, keyFile: env.BACKUP_KEY_FILE },
    /** null: mails are kept and shown as not sent. */
    mail: env.MAIL_URL && { url: env.MAIL_URL, from: env.MAIL_FROM ?? defaultSender(env.PUBLIC_URL) },
    /** null: SMS are kept and shown as not sent. */
    sms: readSms(env),
    /** How many SMS are queued, and to which countries. */
    smsLimits: readSmsLimits(env),
    smsCountries: env.SMS_COUNTRIES,
    /** null: nobody signs in with a work account. */
    identity:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET
        ? { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID, clientSecret: env.OIDC_CLIENT_SECRET }
        : null,
    storage: {
      place: env.STORAGE_URL ?? ({ kind: 'folder', folder: join(env.DATA_DIR, 'files') } as const),
      container: env.STORAGE_CONTAINER ?? 'images',
      /** Where browsers fetch files; null: from this program. */
      host: env.STORAGE_HOST,
    },
    /** Where a service decodes pictures; null: processes of this program do. */
    decoderSocket: env.DECODER_SOCKET,
    /** Where employees are brought from. */
    directories: readDirectories(env),
    /** The roles that may not sign in without a second factor. */
    secondFactorRoles:
      env.SECOND_FACTOR_ROLES ??
      new Set<Role>(env.NODE_ENV === 'production' ? (['superAdmin', 'partner'] as const) : []),
    /** Answer the same whether or not an account with that e-mail exists. */
    hideAccounts: env.HIDE_ACCOUNTS,
    /** Let the database itself keep the rows of companies apart. */
    rowSecurity: env.ROW_SECURITY,
    /** Seed the demo building into an empty database. */
    demo: env.DEMO && env.NODE_ENV !== 'production',
    production: env.NODE_ENV === 'production',
  };
}

const ofWorkAccounts = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

function thisPlace(): Place {
  return { checkout: resolve(import.meta.dirname, '../../..'), isRoot: process.getuid?.() === 0 };
}

/** A setting as it may be printed: no key, and no password. */
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

/** An address as it may be printed: the user name and password in front of the host are not. */
function withoutSignIn(text: string) {
  return text.replace(/^(\w+:\/\/)?.*@/, '$1***@');
}
