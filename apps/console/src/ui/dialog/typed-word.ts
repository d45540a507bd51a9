/** The user must type it to delete an object with content, and to leave a company. */
export const typedWord = 'remove';
