import { companies } from './console/companies.ts';
import { session } from './console/session.ts';
import { shell } from './console/shell.ts';
import { ui } from './console/ui.ts';

/** The texts of the console, by feature. */
export const consoleTexts = { ui, shell, session, companies };
