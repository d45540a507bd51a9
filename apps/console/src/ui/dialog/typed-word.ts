/** What must be typed before something goes that holds other things. */
export const typedWord = 'remove';
