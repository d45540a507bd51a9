/** What somebody of a company asks of the database runs as this role, which owns nothing: see `wall.ts`. */
export const wallRole = 'vestibule_scoped';
