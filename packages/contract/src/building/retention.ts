/** How long visitor data is kept after check-out, shortest first. */
export const gdprHandlings = [
  'noInfoSaved',
  'deletedAfter24hours',
  'deletedAfter1week',
  'deletedAfter1month',
  'deletedAfter3months',
] as const;
export type GdprHandling = (typeof gdprHandlings)[number];
