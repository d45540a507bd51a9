import type { Config } from '../../config.ts';
import type { Directories } from './directory.ts';
import { google } from './google/google.ts';
import { loopbooking } from './loopbooking/loopbooking.ts';
import { office365 } from './office365/office365.ts';
import type { Patience } from './persistence.ts';

/** Everything that employees can be brought from, as the settings say. */
export function createDirectories(config: Config['directories'], patience?: Patience): Directories {
  return {
    office365: office365(config.office365, patience),
    google: google(config.google, patience),
    loopbooking: loopbooking(config.loopbooking, patience),
  };
}
