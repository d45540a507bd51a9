import { setCompanyPreferences } from '@vestibule/contract/accounts/company-edit.ts';
import { expect, test } from 'vitest';
import { building } from '../../testing/building.ts';

test('keeps address and directions, and turns empty ones into null', async () => {
  const { as, company } = await building();
  const params = { companyId: company.id };
  const texts = { address: 'Kaia 1, 0150 Oslo', directions: 'By the fountain.\nPark at P2.' };
  expect((await as('company').call(setCompanyPreferences, { params, body: texts })).data).toMatchObject(texts);
  const cleared = await as('company').call(setCompanyPreferences, { params, body: { address: ' ' } });
  expect(cleared.data).toMatchObject({ address: null, directions: texts.directions });
});
