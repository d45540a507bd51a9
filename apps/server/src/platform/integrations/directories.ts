import type { Directories } from './directory.ts';
import type { DirectorySettings } from './directory-settings.ts';
import { google } from './google/google.ts';
import { loopbooking } from './loopbooking/loopbooking.ts';
import { office365 } from './office365/office365.ts';
import type { Patience } from './persistence.ts';

/** Everything that employees can be brought from, as the settings say. */
export function createDirectories(settings: DirectorySettings, patience?: Patience): Directories {
  return {
    office365: office365(settings.office365, patience),
    google: google(settings.google, patience),
    loopbooking: loopbooking(settings.loopbooking, patience),
  };
}
