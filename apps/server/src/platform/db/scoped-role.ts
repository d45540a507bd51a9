/** What somebody of a company asks of the database runs as this role, which owns nothing: see `row-security.ts`. */
export const scopedRole = 'vestibule_scoped';
