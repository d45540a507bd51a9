import { randomUUID } from 'node:crypto';
import { badgeCode } from '../../visits/badge/code.ts';
import { visitTo } from '../building.ts';
import { freshPhone } from '../fresh.ts';
import { freshHash } from '../kiosks.ts';
import type { Probes } from '../probe.ts';
import { testVault } from '../server.ts';

const now = () => new Date().toISOString();

/** The calls of devices. */
export const deviceProbes = {
  announceDevice: { names: [], input: () => ({ body: { deviceSecret: randomUUID(), appVersion: '1.0.0' } }) },
  fetchDeviceToken: {
    names: [],
    input: () => ({ body: { hash: freshHash(), deviceSecret: randomUUID() } }),
    answer: '404 hashUnknown',
  },
  rotateDeviceToken: { names: [], input: () => ({}) },
  activateDevice: {
    names: [],
    input: () => ({ body: { licenseKey: 'NONE', mac: '02:00:00:00:00:01' } }),
    answer: '404 licenseNotFound',
  },
  getDeviceConfig: { names: [], input: () => ({}) },
  getDeviceImages: { names: [], input: () => ({}) },
  listDeviceTenants: { names: [], input: () => ({}) },
  lookUpPhoneAtDevice: { names: [], input: () => ({ query: { phone: freshPhone() } }) },
  lookUpBadgeAtDevice: { names: [], input: () => ({ body: { code: 'NONE' } }) },
  registerVisitAtDevice: {
    names: ['tenantId', 'employeeId'],
    input: ({ tenantId, employeeId }) => ({
      body: { ...visitTo({ id: tenantId }, { employeeId }).body, nonce: randomUUID(), occurredAt: now() },
    }),
  },
  checkOutAtDevice: {
    names: [],
    input: ({ visitorId }) => ({ body: { badgeCode: badgeCode(testVault, { kind: 'visitor', id: visitorId }) } }),
    visitor: 'inside',
  },
  reportDeviceRefusals: {
    names: [],
    input: ({ tenantId }) => ({
      body: [{ nonce: randomUUID(), reason: 'visitorIsAlreadyCheckedIn', occurredAt: now(), tenantId }],
    }),
  },
  announceDelivery: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ body: { tenantId } }),
    answer: '409 noDeliveryPhones',
  },
  unlockDevice: { names: [], input: () => ({ body: { password: '' } }) },
  deprovisionDevice: { names: [], input: () => ({ body: { password: '' } }), answer: '403 passwordIncorrect' },
  openDeviceChannel: { names: [], input: () => ({}) },
} satisfies Partial<Probes>;
