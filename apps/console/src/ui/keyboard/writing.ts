/** What the keyboard of a phone does to what is typed: to a name, and to what is no word and would be spoilt by help. */
export const writing = {
  name: { autoCapitalize: 'words' },
  code: { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false },
  capitals: { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false },
} as const;
