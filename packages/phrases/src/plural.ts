/** A text in the forms that a language has for a count. The count stands in it as `{{count}}`. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** States the forms of a text, and leaves each language its own. */
export const plural = (forms: Plural): Plural => forms;
