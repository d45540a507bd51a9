import { freshHash, newKioskSettings } from '../kiosks.ts';
import type { Probes } from '../probe.ts';

/** Kiosks and their settings. */
export const kioskProbes = {
  listKiosks: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  createKiosk: {
    names: ['companyId'],
    input: ({ companyId }) => ({ params: { companyId }, body: { name: 'New kiosk', hash: freshHash() } }),
  },
  updateKiosk: { names: ['kioskId'], input: ({ kioskId }) => ({ params: { kioskId }, body: { name: 'Renamed' } }) },
  setKioskCustomSettings: {
    names: ['kioskId'],
    input: ({ kioskId }) => ({ params: { kioskId }, body: { enableCustomSettings: true } }),
  },
  deleteKiosk: { names: ['kioskId'], input: ({ kioskId }) => ({ params: { kioskId } }) },
  listKioskCodes: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  confirmKioskDevice: {
    names: ['pendingKioskId'],
    input: ({ pendingKioskId }) => ({ params: { kioskId: pendingKioskId }, body: {} }),
  },
  rejectKioskDevice: {
    names: ['pendingKioskId'],
    input: ({ pendingKioskId }) => ({ params: { kioskId: pendingKioskId }, body: {} }),
  },
  renewKioskCode: {
    names: ['pendingKioskId'],
    input: ({ pendingKioskId }) => ({ params: { kioskId: pendingKioskId } }),
  },
  rebootKiosk: { names: ['kioskId'], input: ({ kioskId }) => ({ params: { kioskId } }) },
  rebootKioskByGet: { names: ['kioskId'], input: ({ kioskId }) => ({ params: { kioskId } }) },
  upgradeKiosk: { names: ['kioskId'], input: ({ kioskId }) => ({ params: { kioskId } }) },
  upgradeKioskByGet: { names: ['kioskId'], input: ({ kioskId }) => ({ params: { kioskId } }) },
  upgradeAllKiosks: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  upgradeAllKiosksByGet: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  getKioskSettings: { names: ['kioskId'], input: ({ kioskId }) => ({ query: { kioskId } }) },
  changeKioskSettings: {
    names: ['kioskSettingsId', 'backgroundId'],
    input: ({ kioskSettingsId, backgroundId }) => ({
      params: { settingsId: kioskSettingsId },
      body: { ...newKioskSettings, background: 'image', backgroundImageId: backgroundId },
    }),
  },
  listRefusedActs: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  dismissRefusedActs: {
    names: ['companyId'],
    input: ({ companyId }) => ({ params: { companyId }, query: { ids: '1' } }),
  },
} satisfies Partial<Probes>;
