import { badgeCode } from '../../visits/badge/code.ts';
import { visitTo } from '../building.ts';
import { freshPhone } from '../fresh.ts';
import { csv } from '../files.ts';
import type { Probes } from '../probe.ts';
import { testVault } from '../server.ts';

/** Visitors and their visits. */
export const visitorProbes = {
  listVisitors: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  listTenantVisitors: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId } }) },
  lookUpPhone: {
    names: ['companyId', 'tenantId'],
    input: ({ companyId, tenantId }) => ({ params: { companyId }, query: { phone: '+4790000000', tenantId } }),
  },
  printCurrentVisitors: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  registerVisit: {
    names: ['tenantId', 'employeeId'],
    input: ({ tenantId, employeeId }) => visitTo({ id: tenantId }, { employeeId }),
  },
  importVisitors: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({
      params: { tenantId },
      query: { shouldPrintMainBadge: 'false', shouldPrintParkingBadge: 'false' },
      file: csv(`${freshPhone()};Åse;Fjord`),
    }),
  },
  updateVisitor: {
    names: ['visitorId'],
    input: ({ visitorId }) => {
      const { name, companyName, phone } = visitTo({ id: 1 }).body;
      return { params: { visitorId }, body: { name, companyName, phone } };
    },
  },
  checkInExpected: { names: ['visitorId'], input: ({ visitorId }) => ({ body: { ids: [visitorId] } }) },
  checkOutVisitor: { names: ['visitorId'], input: ({ visitorId }) => ({ params: { visitorId } }), visitor: 'inside' },
  printBadge: {
    names: ['visitorId'],
    input: ({ visitorId }) => ({
      params: { visitorId },
      query: { shouldPrintMainBadge: 'true', shouldPrintParkingBadge: 'true' },
    }),
  },
  listPastVisits: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  exportPastVisits: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId }, query: {} }) },
  countArrivals: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId }, query: {} }) },
  exportVisitorData: { names: ['visitorId'], input: ({ visitorId }) => ({ params: { visitorId } }) },
  exportDataOfPhone: {
    names: ['companyId'],
    input: ({ companyId }) => ({ params: { companyId }, body: { phone: '+4790000000' } }),
  },
  eraseDataOfPhone: {
    names: ['companyId'],
    input: ({ companyId }) => ({ params: { companyId }, body: { phone: '+4790000000' } }),
  },
  getRollCall: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  startRollCall: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  tickRollCall: {
    names: ['companyId'],
    input: ({ companyId }) => ({ params: { companyId }, body: { rollCallId: 2_000_000_000, ticks: [] } }),
    answer: '409 rollCallHasEnded',
  },
  endRollCall: {
    names: ['companyId'],
    input: ({ companyId }) => ({ params: { companyId }, query: { rollCallId: 2_000_000_000 } }),
  },
  eraseVisitorData: { names: ['visitorId'], input: ({ visitorId }) => ({ params: { visitorId } }) },
  checkOutByBadge: {
    names: ['companyId'],
    input: ({ companyId, visitorId }) => ({
      params: { companyId },
      body: { code: badgeCode(testVault, { kind: 'visitor', id: visitorId }) },
    }),
    visitor: 'inside',
  },
  lookUpPass: {
    names: ['companyId'],
    input: ({ companyId, visitorId }) => ({
      params: { companyId },
      body: { code: badgeCode(testVault, { kind: 'visitor', id: visitorId }) },
    }),
  },
  deleteVisitor: { names: ['visitorId'], input: ({ visitorId }) => ({ params: { visitorId } }) },
} satisfies Partial<Probes>;
