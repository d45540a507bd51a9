import { errors } from './en/errors.ts';
import { firstTexts } from './en/first.ts';
import { laterTexts } from './en/later.ts';

/** The English texts. Their keys are the type that every other language and every use of a text is checked against. */
export const en = {
  ...firstTexts,
  ...laterTexts,
  errors,
  session: { ...firstTexts.session, ...laterTexts.session },
  visitors: { ...firstTexts.visitors, ...laterTexts.visitors },
};
