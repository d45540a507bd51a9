/** Settings for phone keyboards: names, and codes that autocorrection would spoil. */
export const writing = {
  name: { autoCapitalize: 'words' },
  code: { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false },
  capitals: { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false },
} as const;
