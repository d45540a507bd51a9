import type { Directories } from './directory.ts';
import type { DirectorySettings } from './directory-settings.ts';
import { google } from './google.ts';
import { loopbooking } from './loopbooking.ts';
import { office365 } from './office365.ts';
import type { RetryPolicy } from '../retry.ts';

export function createDirectories(settings: DirectorySettings, policy?: RetryPolicy): Directories {
  return {
    office365: office365(settings.office365, policy),
    google: google(settings.google, policy),
    loopbooking: loopbooking(settings.loopbooking, policy),
  };
}
