import type { firstTexts } from './en/first.ts';
import type { laterTexts } from './en/later.ts';

/** The English texts of the console. Their keys are what every use of a text is checked against. */
export type En = typeof firstTexts & typeof laterTexts;
