export function userNumber(userId: number): string {
  return String(userId).padStart(7, '0');
}
