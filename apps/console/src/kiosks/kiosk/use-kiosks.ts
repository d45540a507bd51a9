import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Kiosk,
  type KioskCodeState,
  type KioskStatus,
  listKioskCodes,
  listKioskEvents,
  listKiosks,
} from '@vestibule/contract/kiosks/kiosk.ts';
import {
  confirmKioskDevice,
  createKiosk,
  deleteKiosk,
  enteredCodeMinutes,
  rebootKiosk,
  rejectKioskDevice,
  renewKioskCode,
  setKioskCustomSettings,
  updateKiosk,
  upgradeAllKiosks,
  upgradeKiosk,
} from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { call, type CallInput } from '@vestibule/web/call.ts';
import { changeKiosk, reloadKiosks, removeKiosk } from '@vestibule/web/kiosk-pages.ts';
import { offlinePollMs, usePauseWhenNotLive } from '@vestibule/web/live.ts';
import { pageOf, queryOf, reloading } from '@vestibule/web/query.ts';
import type { PageQuery } from '../../ui/list/use-list-state.ts';

export function useKiosks(companyId: number, query: PageQuery & { status: KioskStatus }) {
  return useQuery({
    ...pageOf(listKiosks, { params: { companyId }, query }),
    refetchInterval: usePauseWhenNotLive(),
  });
}

export function useKioskCount(companyId: number, status: KioskStatus, search = '') {
  const pause = usePauseWhenNotLive();
  return useQuery({
    ...queryOf(listKiosks, { params: { companyId }, query: { status, limit: 1, ...(search && { search }) } }),
    // A failed count has no retry button, so it is polled.
    refetchInterval: ({ state }) => (state.status === 'error' ? offlinePollMs : pause),
    select: ({ page }) => page,
  });
}

/** Finds the kiosk by its code. Returns `kiosk` until the state has loaded. */
export function useKiosk(kiosk: Kiosk | null): Kiosk | null {
  const { companyId = 0, hash = '', id } = kiosk ?? {};
  const { data } = useQuery({
    ...queryOf(listKiosks, { params: { companyId }, query: { search: hash, limit: 5 } }),
    enabled: kiosk !== null,
    refetchInterval: usePauseWhenNotLive(),
  });
  return data?.rows.find((row) => row.id === id) ?? kiosk;
}

export function useKioskEvents({ id: kioskId }: Kiosk) {
  return useQuery({ ...queryOf(listKioskEvents, { params: { kioskId } }), refetchInterval: usePauseWhenNotLive() });
}

export function useKioskCodes(companyId: number) {
  return useQuery({
    ...queryOf(listKioskCodes, { params: { companyId } }),
    refetchInterval: usePauseWhenNotLive(),
    select: codesById,
  });
}

function codesById(codes: KioskCodeState[]): ReadonlyMap<number, KioskCodeState> {
  return new Map(codes.map((code) => [code.kioskId, code]));
}

/** Rounded up; 0 once the code has expired. */
export function minutesLeft({ expiresAt }: KioskCodeState, now: number): number {
  const minutes = Math.ceil((Date.parse(expiresAt) - now) / 60_000);
  // `now` can be 20 seconds old, which would add a minute to a new code.
  return Math.min(enteredCodeMinutes, Math.max(0, minutes));
}

type NewKiosk = CallInput<typeof createKiosk>['body'];

export function useCreateKiosk(companyId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kiosk, idempotencyKey }: { kiosk: NewKiosk; idempotencyKey: string }) =>
      call(createKiosk, { params: { companyId }, body: kiosk }, { idempotencyKey }),
    ...reloading(() => reloadKiosks(client)),
  });
}

type KioskEdit = CallInput<typeof updateKiosk>['body'];

export function useUpdateKiosk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kioskId, edit }: { kioskId: number; edit: KioskEdit }) => {
      const kiosk = await call(updateKiosk, { params: { kioskId }, body: edit });
      changeKiosk(client, kiosk);
      return kiosk;
    },
    ...reloading(() => reloadKiosks(client)),
  });
}

export function useSetOwnSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kioskId, ...body }: { kioskId: number; enableCustomSettings: boolean }) =>
      changeKiosk(client, await call(setKioskCustomSettings, { params: { kioskId }, body })),
    onSuccess: () => reloadKiosks(client),
    onError: () => void reloadKiosks(client),
  });
}

export function useDeleteKiosk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Kiosk) => {
      await call(deleteKiosk, { params: { kioskId: id } });
      removeKiosk(client, id);
    },
    ...reloading(() => reloadKiosks(client)),
  });
}

const decisions = { confirm: confirmKioskDevice, reject: rejectKioskDevice };

/** Sends the device that the user saw, so that the server can refuse a decision about another one. */
export function useDecideOnDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kiosk, decision }: { kiosk: Kiosk; decision: keyof typeof decisions }) => {
      const body = { ...(kiosk.pendingDevice && { previous: kiosk.pendingDevice }) };
      changeKiosk(client, await call(decisions[decision], { params: { kioskId: kiosk.id }, body }));
    },
    ...reloading(() => reloadKiosks(client)),
  });
}

export function useRenewCode() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (kioskId: number) => {
      changeKiosk(client, await call(renewKioskCode, { params: { kioskId } }));
      await reloadKiosks(client);
    },
    onError: () => void reloadKiosks(client),
  });
}

const commands = { reboot: rebootKiosk, upgrade: upgradeKiosk };

export function useCommand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kiosk, command }: { kiosk: Kiosk; command: keyof typeof commands }) =>
      call(commands[command], { params: { kioskId: kiosk.id } }),
    ...reloading(() => reloadKiosks(client)),
  });
}

export function useUpgradeAll(companyId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call(upgradeAllKiosks, { params: { companyId } })).sent,
    ...reloading(() => reloadKiosks(client)),
  });
}

export function useReloadKiosks() {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => reloadKiosks(client) });
}
