/** Browsers must neither suggest nor change input. The class moves the label beside the input if there is little height. */
export const typing = { className: 'field', autoComplete: 'off', autoCorrect: 'off', spellCheck: false } as const;
