/** A user's number as it stands below their name in the rail. */
export function userNumber(userId: number): string {
  return String(userId).padStart(7, '0');
}
