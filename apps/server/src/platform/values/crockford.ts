/** The digits and letters of Crockford's base32: none that is read or heard as another. Each stands for five bits, its place. */
export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What somebody typed, in those letters: case, spaces and dashes do not count, and O, I and L are the digits that they look like. */
export function readCrockford(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
