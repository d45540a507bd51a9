import { session } from './console/session.ts';
import { shell } from './console/shell.ts';
import { ui } from './console/ui.ts';
import { visitors } from './console/visitors.ts';
import { workAccount } from './console/work-account.ts';
import { firstErrors } from './first-errors.ts';

/** The texts that come with the console's first load: what is said on the way to the visitors, and what is refused there. */
export const firstTexts = {
  errors: firstErrors,
  ui,
  shell,
  session,
  visitors,
  workAccount,
};
