/** The number of a user as the sidebar shows it. */
export function userNumber(userId: number): string {
  return String(userId).padStart(7, '0');
}
