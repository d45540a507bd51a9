import { session } from './console/session.ts';
import { shell } from './console/shell.ts';
import { ui } from './console/ui.ts';
import { visitors } from './console/visitors.ts';
import { workAccount } from './console/work-account.ts';
import { errors } from './errors.ts';

/** The texts that come with the console's first load: what is said on the way to the visitors, and any refusal. */
export const firstTexts = {
  errors,
  ui,
  shell,
  session,
  visitors,
  workAccount,
};
