import type { en } from '@vestibule/phrases/en.ts';

declare module 'i18next' {
  /** A text that does not exist does not compile. */
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}
