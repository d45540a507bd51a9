/** Crockford's base32: unambiguous digits and letters with five bits each. */
export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Ignores case, spaces and dashes, and maps O, I and L to digits. */
export function readCrockford(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
