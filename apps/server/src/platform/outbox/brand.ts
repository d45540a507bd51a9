import { contrastWithWhite } from '@vestibule/contract/platform/contrast.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { text } from '../db/typed-sql.ts';

/** Larger logos are replaced by their thumbnail, because each mail contains its logo. */
const largestLogoBytes = 100_000;

/** What mails show of a building, from its company's settings for kiosks. */
export const BrandFacts = z.strictObject({ house: text, accent: text.nullable(), logoFile: text.nullable() });
export type BrandFacts = z.infer<typeof BrandFacts>;

export function brandFacts(companyId: RawBuilder<number | null>): RawBuilder<BrandFacts | null> {
  return sql`(
    select json_build_object('house', c.name, 'accent', k.accent_color,
      'logoFile', case when i.bytes <= ${sql.lit(largestLogoBytes)} then i.file else i.thumbnail end)
    from company c
    join kiosk_settings k on k.company_id = c.id and k.kiosk_id is null
    left join image i on i.company_id = k.company_id and i.id = k.logo_image_id
    where c.id = ${companyId}
  )`;
}

export interface Brand {
  house: string;
  accent: string | null;
  /** `cid:` or `data:` URL. */
  logo: string | null;
}

/** For users outside of any company. */
export const productBrand: Brand = { house: 'Vestibule', accent: null, logo: null };

const productAccent = '#5B3FD6';

/** Words on the accent color are black or white. One of them always has a contrast of 4.58:1 or more. */
export function colorsOf({ accent }: Pick<Brand, 'accent'>): { accent: string; onAccent: string } {
  const color = accent ?? productAccent;
  return { accent: color, onAccent: contrastWithWhite(color) >= 4.5 ? '#FFFFFF' : '#000000' };
}
