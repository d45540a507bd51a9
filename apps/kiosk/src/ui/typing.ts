/**
 * Props of every text input of the kiosk. The browser neither suggests nor changes what a visitor types. The class puts the label beside
 * the input where there is hardly any height.
 */
export const typing = { className: 'field', autoComplete: 'off', autoCorrect: 'off', spellCheck: false } as const;
