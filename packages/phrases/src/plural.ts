/** A text in the plural forms of a language. `{{count}}` is the count. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** States the forms of a text, and leaves each language its own. */
export const plural = (forms: Plural): Plural => forms;
