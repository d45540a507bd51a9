import { type DestinationStream, type Level, type Logger, pino } from 'pino';
import { withoutData } from './safe-error.ts';

/** Opens the log of a process. Errors are given to it as they are: it leaves out what they say of people. */
export function openLog(level: Level | 'silent', to?: DestinationStream): Logger {
  return pino({ level, serializers: { err: withoutData, error: withoutData } }, to);
}
