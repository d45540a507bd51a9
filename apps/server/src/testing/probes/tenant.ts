import { fresh } from '../fresh.ts';
import { csv } from '../files.ts';
import { png } from '../images.ts';
import { returnPage, type Probes } from '../probe.ts';
import { newSettings } from '../settings.ts';

/** Tenants, their settings, employees, directories and images. */
export const tenantProbes = {
  listTenants: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  getTenant: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId } }) },
  createTenant: {
    names: ['companyId'],
    input: ({ companyId }) => ({ params: { companyId }, body: { name: 'New tenant' } }),
  },
  renameTenant: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId }, body: { name: 'Renamed' } }) },
  deleteTenant: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId } }) },
  getBadgeOptions: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId } }) },
  listTenantsWithBadges: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  getDeliveryPhones: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId } }) },
  setDeliveryPhones: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ params: { tenantId }, body: { deliveryPhones: ['+4790000000'] } }),
  },
  setCustomSettings: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ params: { tenantId }, body: { enableCustomSettings: true } }),
  },
  getTenantSettings: { names: ['tenantId'], input: ({ tenantId }) => ({ query: { tenantId } }) },
  getSettingsOfTenant: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId } }) },
  changeTenantSettings: {
    names: ['settingsId'],
    input: ({ settingsId }) => ({ params: { settingsId }, body: newSettings }),
    prepare: (db, { tenant }) =>
      db.updateTable('tenant').set({ enable_custom_settings: true }).where('id', '=', tenant.id).execute(),
  },
  // Who has no directory has nothing to synchronise.
  synchroniseEmployees: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ params: { tenantId } }),
    answer: '409 noIntegration',
  },
  getSynchronisation: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId } }) },
  connectDirectory: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({
      params: { tenantId },
      body: { type: 'office365', groupId: 'group', code: 'code', state: 'state', url: returnPage },
    }),
    answer: '400 oauthStateInvalid',
  },
  testLoopbooking: {
    names: [],
    input: () => ({ body: { loopbookingDomain: 'not-ours.example', loopbookingCode: 'code' } }),
    answer: '400 loopbookingTestFailed',
  },
  connectLoopbooking: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({
      params: { tenantId },
      body: { loopbookingDomain: 'not-ours.example', loopbookingCode: 'code' },
    }),
    answer: '400 loopbookingTestFailed',
  },
  removeDirectory: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ params: { tenantId }, body: { shouldDeleteEmployees: false } }),
    answer: '409 noIntegration',
  },
  setTenantLogo: {
    names: ['tenantId', 'logoId'],
    input: ({ tenantId, logoId }) => ({ params: { tenantId }, body: { logoImageId: logoId } }),
  },
  listEmployees: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId } }) },
  createEmployee: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ params: { tenantId }, body: { name: 'New', email: `new-${fresh()}@test.example` } }),
  },
  importEmployees: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ params: { tenantId }, file: csv(`Kari;kari-${fresh()}@test.example;`) }),
  },
  updateEmployee: {
    names: ['employeeId'],
    input: ({ employeeId }) => ({
      params: { employeeId },
      body: { name: 'Renamed', email: `new-${fresh()}@test.example` },
    }),
  },
  deleteEmployee: { names: ['employeeId'], input: ({ employeeId }) => ({ params: { employeeId } }) },
  setEmployeePhoto: {
    names: ['employeeId', 'photoId'],
    input: ({ employeeId, photoId }) => ({ params: { employeeId }, body: { photoId } }),
  },
  listImages: { names: ['tenantId'], input: ({ tenantId }) => ({ query: { tenantId, type: 'photo', limit: '1' } }) },
  uploadImage: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ query: { tenantId, type: 'photo' }, file: png() }),
  },
  deleteImage: { names: ['photoId'], input: ({ photoId }) => ({ params: { imageId: photoId } }) },
} satisfies Partial<Probes>;
