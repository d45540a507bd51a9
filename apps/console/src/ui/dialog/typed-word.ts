/** Must be typed before something is deleted that holds other things, and before a user leaves a company. */
export const typedWord = 'remove';
