import { createHash } from 'node:crypto';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { roles } from '@vestibule/contract/platform/access.ts';
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
  isPort,
  maxProcesses,
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
import { directoryVariables } from './platform/integrations/directory/directory-settings.ts';
import { list, setting } from './platform/integrations/setting.ts';
import { smsLimitVariables } from './platform/integrations/sms/limits.ts';
import { smsVariables } from './platform/integrations/sms/settings.ts';
import { placeAllowed, readPlace } from './platform/integrations/storage/place.ts';

export type Place = { checkout: string; isRoot: boolean };

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const role = z.enum(['web', 'worker']);
const staffRole = z.enum(roles);

export function variables(place: Place) {
  return z.object({
    PORT: setting('a number from 0 to 65535, 0 for any free port', isPort)
      .transform(Number)
      .default(3000)
      .describe('Port of console, kiosk and calls.'),
    METRICS_PORT: setting('a number from 0 to 65535, 0 for any free port', isPort)
      .transform(Number)
      .nullable()
      .default(null)
      .describe('Port of `/metrics` and the health checks. Without it there are no metrics.'),
    METRICS_HOST: setting('an IP address or a host name', isHost)
      .default('127.0.0.1')
      .describe('Address that `METRICS_PORT` listens on.'),
    OTEL_EXPORTER_OTLP_ENDPOINT: setting('an address like http://collector.example.com:4318', isHttpUrl)
      .transform((text) => new URL(text))
      .nullable()
      .default(null)
      .describe('OpenTelemetry collector that gets traces, without `/v1/traces`. Without it there are none.'),
    HOST: setting('an IP address or a host name', isHost)
      .default('127.0.0.1')
      .describe('Address that `PORT` listens on.'),
    PUBLIC_URL: setting('an address like https://desk.example.com, without a path', isOrigin)
      .transform((text) => new URL(text))
      .nullable()
      .default(null)
      .describe('Address that people use. Links and cookies use it. Required in production.'),
    DATA_DIR: z
      .string()
      .transform((path) => resolve(path))
      .default(defaultDataDir(place))
      .describe(
        'Folder of the included PostgreSQL, of files and of generated keys. Default: `data` in the checkout, or a folder in `/var/lib/vestibule` for root.',
      ),
    DATABASE_URL: setting('an address like postgres://user:password@host:5432/database', isPostgresUrl)
      .nullable()
      .default(null)
      .describe('A PostgreSQL of your own, version 15 or newer. Without it the program starts the included one.'),
    DATABASE_READ_URL: setting('an address like postgres://user:password@host:5432/database', isPostgresUrl)
      .nullable()
      .default(null)
      .describe('Standbys of that PostgreSQL, for lists, history and exports.'),
    MIGRATION_DATABASE_URL: setting('an address like postgres://owner:password@host:5432/database', isPostgresUrl)
      .nullable()
      .default(null)
      .describe('The same database as the owner of its tables. Default: `DATABASE_URL`.'),
    TRUSTED_PROXIES: list('IP addresses or networks (10.0.0.0/8), separated by commas', isNetwork)
      .default([])
      .describe(
        'Proxies whose `X-Forwarded-For` counts. Set the proxy that ends TLS, or limits count the proxy instead of people.',
      ),
    ROLE: list('web, worker or web,worker', isRole)
      .transform((names) => new Set(names.map((name) => role.parse(name))))
      .default(new Set(role.options))
      .describe('What the process does: answer calls, run background jobs, or both.'),
    PROCESSES: setting(`auto, or a number from 1 to ${maxProcesses}`, isProcessCount)
      .transform(countProcesses)
      .default(1)
      .describe('Number of web processes. `auto` starts one per core.'),
    LOG_LEVEL: z
      .enum(logLevels, { error: `one of ${logLevels.join(', ')}` })
      .optional()
      .describe('Lowest level of log lines. Default: `info` in production, else `warn`.'),
    TZ: setting('a time zone like Europe/Oslo', isTimeZone)
      .optional()
      .describe('Time zone of the process. Buildings have their own.'),
    SECRET_KEY: setting(secretAllowed, isSecret)
      .nullable()
      .default(null)
      .describe(
        'Key that seals secrets in the database. Required in production; elsewhere the program makes one in `DATA_DIR`.',
      ),
    SECRET_KEY_PREVIOUS: list(`older keys, separated by commas, each ${secretAllowed}`, isSecret)
      .default([])
      .describe('Older keys that still open what they sealed.'),
    BACKUP_KEY: setting(secretAllowed, isSecret).nullable().default(null).describe('Passphrase of backups.'),
    BACKUP_KEY_FILE: z.string().nullable().default(null).describe('File with the passphrase of backups.'),
    MAIL_URL: setting('an address like smtp://user:password@mail.example.com:587, or smtps://', isMailUrl)
      .transform((text) => new URL(text))
      .nullable()
      .default(null)
      .describe(
        'Mail server. Without it mails are stored and not sent. The demo shows them at `/dev/mail`, on the same machine only.',
      ),
    MAIL_FROM: setting('an address like desk@example.com, or with a name: Front desk <desk@example.com>', isSender)
      .transform(readSender)
      .optional()
      .describe('Sender of mails. Required in production beside `MAIL_URL`.'),
    OIDC_ISSUER: setting(issuerAllowed, isIssuer)
      .transform((text) => new URL(text))
      .optional()
      .describe('OpenID Connect provider of work accounts.'),
    OIDC_CLIENT_ID: z.string().trim().optional().describe('Client id of Vestibule at that provider.'),
    OIDC_CLIENT_SECRET: z.string().trim().optional().describe('Client secret of Vestibule at that provider.'),
    STORAGE_URL: setting(placeAllowed, (text) => readPlace(text) !== undefined)
      .transform(readPlace)
      .optional()
      .describe('Where files are stored. Default: `DATA_DIR/files`.'),
    STORAGE_HOST: setting('an address like https://files.example.com, without a path', isOrigin)
      .transform((text) => new URL(text).origin)
      .nullable()
      .default(null)
      .describe('Address from which browsers fetch files. Without it the program serves them.'),
    STORAGE_CONTAINER: setting('3 to 63 lower case letters, digits and single dashes', isContainer)
      .optional()
      .describe('Container or bucket, used by Vestibule alone. Default: `images`; required for Azure and S3.'),
    DECODER_SOCKET: setting('the path of a socket, like /run/vestibule-decoder/socket', isAbsolute)
      .nullable()
      .default(null)
      .describe('Service that decodes pictures. Without it processes of the program do.'),
    ...directoryVariables,
    ...smsVariables,
    ...smsLimitVariables,
    SECOND_FACTOR_ROLES: list(`none, or some of ${roles.join(', ')}, separated by commas`, isStaffRole)
      .transform((names) => new Set(names.filter((name) => name !== 'none').map((name) => staffRole.parse(name))))
      .optional()
      .describe('Roles that must use two-step sign-in. Default: `superAdmin,partner` in production, else `none`.'),
    HIDE_ACCOUNTS: yesOrNo().default(false).describe('Sign-in and recovery answer the same for unknown addresses.'),
    ROW_SECURITY: yesOrNo().default(true).describe('PostgreSQL separates the rows of companies too.'),
    DEMO: yesOrNo().default(true).describe('An empty database gets the demo building. Never in production.'),
    NODE_ENV: z
      .enum(['development', 'test', 'production'], { error: 'development, test or production' })
      .default('development')
      .describe('`production` turns the demo off, requires keys and logs more.'),
  });
}

function isRole(text: string) {
  return role.safeParse(text).success;
}

function isStaffRole(text: string) {
  return text === 'none' || staffRole.safeParse(text).success;
}

/** As root, PostgreSQL runs as another user, who may not enter the checkout in most cases. */
function defaultDataDir({ checkout, isRoot }: Place) {
  if (!isRoot) return join(checkout, 'data');
  const mark = createHash('sha256').update(checkout).digest('hex').slice(0, 8);
  return join('/var/lib/vestibule', `${basename(checkout)}-${mark}`);
}
