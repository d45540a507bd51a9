import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building } from '../../testing/building.ts';

/** More visitors called Anne than a walk reads, and more called Zoran than a search collects. */
const annes = 20_500;
const zorans = 30_500;

test('a search counts to 1,000 and answers its pages in order', { timeout: 120_000 }, async () => {
  const { as, db, company } = await building();
  await sql`
    insert into visitor (company_id, name, company_name, phone)
    select ${company.id}, case when n <= ${annes} then 'Anne ' else 'Zoran ' end || lpad(n::text, 6, '0'), 'Bygg', '+479' || lpad(n::text, 7, '0')
    from generate_series(1, ${annes + zorans}::int) n`.execute(db);
  await sql`analyze visitor`.execute(db);
  const search = async (words: string, cursor?: string) => {
    const query = { search: words, limit: 2, ...(cursor && { cursor }) };
    const { data, page } = await as('company').call(listVisitors, { params: { companyId: company.id }, query });
    return {
      names: data.map(({ name }) => name),
      total: page?.total,
      isExact: page?.totalIsExact,
      next: page?.next ?? '',
    };
  };

  const everybody = await search('bygg');
  expect(everybody).toMatchObject({ names: ['Anne 000001', 'Anne 000002'], total: 1_000, isExact: false });
  expect(await search('bygg', everybody.next)).toMatchObject({
    names: ['Anne 000003', 'Anne 000004'],
    total: 1_000,
  });

  const zoran = await search('zoran');
  expect(zoran).toMatchObject({ names: ['Zoran 020501', 'Zoran 020502'], total: 1_000, isExact: false });
  expect(await search('zoran', zoran.next)).toMatchObject({ names: ['Zoran 020503', 'Zoran 020504'], total: 1_000 });

  expect(await search('zoran 0211')).toMatchObject({
    names: ['Zoran 021100', 'Zoran 021101'],
    total: 100,
    isExact: true,
  });
});
