/** A text in the plural forms of a language. `{{count}}` is the count. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

export const plural = (forms: Plural): Plural => forms;
