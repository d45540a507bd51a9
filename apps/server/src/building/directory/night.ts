import { type RawBuilder, sql } from 'kysely';

/** The nights' work is spread over these hours of the building's clock. */
const begins = 1;
const minutes = 4 * 60;

/**
 * When the directory of a tenant is read next: in the coming night of its building, at a minute that is the tenant's own, so that they
 * do not all come at once.
 */
export function nextNight(tenantId: RawBuilder<unknown>, companyId: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(
    select ((case when turn > clock then turn else turn + interval '1 day' end) at time zone c.time_zone)
    from company c,
      lateral (select now() at time zone c.time_zone as clock) as here,
      lateral (
        select date_trunc('day', clock) + make_interval(hours => ${begins}::int, mins => ${tenantId} * 37 % ${minutes}::int) as turn
      ) as night
    where c.id = ${companyId}
  )`;
}
