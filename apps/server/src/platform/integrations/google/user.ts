import { z } from 'zod';
import type { DirectoryMember } from '../directory.ts';
import { firstText } from '../directory-answer.ts';

const Phone = z.object({ value: z.string().nullish(), type: z.string().nullish(), primary: z.boolean().nullish() });

export const User = z.object({
  id: z.string().min(1),
  primaryEmail: z.string(),
  name: z.object({ fullName: z.string().nullish() }).nullish(),
  phones: z.array(Phone).nullish(),
  suspended: z.boolean().nullish(),
  archived: z.boolean().nullish(),
});
export type User = z.output<typeof User>;

/** What is asked for of a user, and nothing else that the account knows. */
export const userFields = 'id,name/fullName,primaryEmail,phones,suspended,archived';

/** Whoever leaves an organisation is suspended or archived, and stays in groups for long. */
export function isActive({ suspended, archived }: User): boolean {
  return !suspended && !archived;
}

/** Whoever has no name is called by their address, and without that by the id. */
export function memberOf({ id, primaryEmail, name, phones }: User): DirectoryMember {
  const email = firstText(primaryEmail);
  return { id, name: firstText(name?.fullName, email) ?? id, email, phone: phoneOf(phones ?? []) };
}

const ofWork = ['work_mobile', 'mobile', 'work', 'main', 'company_main'];

/** Of what can be called in working hours, what is most likely in somebody's pocket. Nobody is called at home. */
function phoneOf(phones: z.output<typeof Phone>[]): string | null {
  const byType = ofWork.map((type) => phones.find((phone) => phone.type === type));
  const primary = phones.find((phone) => phone.primary && (!phone.type || phone.type === 'custom'));
  return firstText(...byType.map((phone) => phone?.value), primary?.value);
}
