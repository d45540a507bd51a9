import type { ConsoleTexts } from '@vestibule/phrases/en/console-texts.ts';

declare module 'i18next' {
  /** A missing text does not compile. */
  interface CustomTypeOptions {
    defaultNS: 'platform';
    fallbackNS: (keyof ConsoleTexts)[];
    resources: ConsoleTexts;
  }
}
