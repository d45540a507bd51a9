import { createHash } from 'node:crypto';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { type Role, roles } from '@vestibule/contract/platform/access.ts';
import { z } from 'zod';
import {
  yesOrNo,
  secretAllowed,
  isSecret,
  isMailUrl,
  issuerAllowed,
  isIssuer,
  isSender,
  readSender,
  defaultSender,
  isPort,
  mostProcesses,
  isProcessCount,
  countProcesses,
  isHost,
  isHttpUrl,
  isOrigin,
  isContainer,
  isPostgresUrl,
  isNetwork,
  isTimeZone,
} from './config-values.ts';
import { CannotStart } from './platform/cannot-start.ts';
import {
  directorySecrets,
  directoryVariables,
  missingOfRegistrations,
  readDirectories,
} from './platform/integrations/directory-settings.ts';
import { list, setting } from './platform/integrations/setting.ts';
import { readSmsLimits, smsLimitVariables } from './platform/integrations/sms/limits.ts';
import { missingOfSms, readSms, smsSecrets, smsVariables } from './platform/integrations/sms/settings.ts';
import { placeAllowed, readPlace } from './platform/integrations/storage/place.ts';

/** Where a default depends on the machine: the checkout's folder, and whether the process is root. */
export type Place = { checkout: string; isRoot: boolean };

export type Config = ReturnType<typeof configOf>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const role = z.enum(['web', 'worker']);
const staffRole = z.enum(roles);

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

/** The settings as they are given, each by itself. */
function variables(place: Place) {
  return z.object({
    PORT: setting('a number from 0 to 65535, 0 for any free port', isPort).transform(Number).default(3000),
    METRICS_PORT: setting('a number from 0 to 65535, 0 for any free port', isPort)
      .transform(Number)
      .nullable()
      .default(null),
    METRICS_HOST: setting('an IP address or a host name', isHost).default('127.0.0.1'),
    OTEL_EXPORTER_OTLP_ENDPOINT: setting('an address like http://collector.example.com:4318', isHttpUrl)
      .transform((text) => new URL(text))
      .nullable()
      .default(null),
    HOST: setting('an IP address or a host name', isHost).default('127.0.0.1'),
    PUBLIC_URL: setting('an address like https://desk.example.com, without a path', isOrigin)
      .transform((text) => new URL(text))
      .nullable()
      .default(null),
    DATA_DIR: z
      .string()
      .transform((path) => resolve(path))
      .default(defaultDataDir(place)),
    DATABASE_URL: setting('an address like postgres://user:password@host:5432/database', isPostgresUrl)
      .nullable()
      .default(null),
    MIGRATION_DATABASE_URL: setting('an address like postgres://owner:password@host:5432/database', isPostgresUrl)
      .nullable()
      .default(null),
    TRUSTED_PROXIES: list('IP addresses or networks (10.0.0.0/8), separated by commas', isNetwork).default([]),
    ROLE: list('web, worker or web,worker', isRole)
      .transform((names) => new Set(names.map((name) => role.parse(name))))
      .default(new Set(role.options)),
    PROCESSES: setting(`auto, or a number from 1 to ${mostProcesses}`, isProcessCount)
      .transform(countProcesses)
      .default(1),
    LOG_LEVEL: z.enum(logLevels, { error: `one of ${logLevels.join(', ')}` }).optional(),
    TZ: setting('a time zone like Europe/Oslo', isTimeZone).optional(),
    SECRET_KEY: setting(secretAllowed, isSecret).nullable().default(null),
    SECRET_KEY_PREVIOUS: list(`older keys, separated by commas, each ${secretAllowed}`, isSecret).default([]),
    BACKUP_KEY: setting(secretAllowed, isSecret).nullable().default(null),
    BACKUP_KEY_FILE: z.string().nullable().default(null),
    MAIL_URL: setting('an address like smtp://user:password@mail.example.com:587, or smtps://', isMailUrl)
      .transform((text) => new URL(text))
      .nullable()
      .default(null),
    MAIL_FROM: setting('an address like desk@example.com, or with a name: Front desk <desk@example.com>', isSender)
      .transform(readSender)
      .optional(),
    OIDC_ISSUER: setting(issuerAllowed, isIssuer)
      .transform((text) => new URL(text))
      .optional(),
    OIDC_CLIENT_ID: z.string().trim().optional(),
    OIDC_CLIENT_SECRET: z.string().trim().optional(),
    STORAGE_URL: setting(placeAllowed, (text) => readPlace(text) !== undefined)
      .transform(readPlace)
      .optional(),
    STORAGE_HOST: setting('an address like https://files.example.com, without a path', isOrigin)
      .transform((text) => new URL(text).origin)
      .nullable()
      .default(null),
    STORAGE_CONTAINER: setting('3 to 63 lower case letters, digits and single dashes', isContainer).optional(),
    DECODER_SOCKET: setting('the path of a socket, like /run/vestibule-decoder/socket', isAbsolute)
      .nullable()
      .default(null),
    ...directoryVariables,
    ...smsVariables,
    ...smsLimitVariables,
    SECOND_FACTOR_ROLES: list(`none, or some of ${roles.join(', ')}, separated by commas`, isStaffRole)
      .transform((names) => new Set(names.filter((name) => name !== 'none').map((name) => staffRole.parse(name))))
      .optional(),
    HIDE_ACCOUNTS: yesOrNo().default(false),
    ROW_SECURITY: yesOrNo().default(false),
    DEMO: yesOrNo().default(true),
    NODE_ENV: z
      .enum(['development', 'test', 'production'], { error: 'development, test or production' })
      .default('development'),
  });
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

function isRole(text: string) {
  return role.safeParse(text).success;
}

function isStaffRole(text: string) {
  return text === 'none' || staffRole.safeParse(text).success;
}

/** As root the database runs under another user, who seldom may enter the folder that the checkout is in. */
function defaultDataDir({ checkout, isRoot }: Place) {
  if (!isRoot) return join(checkout, 'data');
  const mark = createHash('sha256').update(checkout).digest('hex').slice(0, 8);
  return join('/var/lib/vestibule', `${basename(checkout)}-${mark}`);
}

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
