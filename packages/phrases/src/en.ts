import { consoleTexts } from './en/console.ts';
import { errors } from './en/errors.ts';

/** The English texts. Their keys are the type that every other language and every use of a text is checked against. */
export const en = { errors, ...consoleTexts };
