import type { En } from '@vestibule/phrases/en.ts';

declare module 'i18next' {
  /** A text that does not exist does not compile. */
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: En };
  }
}
