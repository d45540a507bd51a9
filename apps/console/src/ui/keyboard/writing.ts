/** Settings of phone keyboards for names, and for codes that help would spoil. */
export const writing = {
  name: { autoCapitalize: 'words' },
  code: { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false },
  capitals: { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false },
} as const;
