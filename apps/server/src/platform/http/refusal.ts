import { refusals, type FieldKey, type Problem, type Reason } from '@vestibule/contract/platform/refusal.ts';

export interface RefusalDetails extends Pick<
  Problem,
  | 'reasons'
  | 'current'
  | 'usedBy'
  | 'unclosedQuoteAt'
  | 'removed'
  | 'of'
  | 'employees'
  | 'token'
  | 'attemptsMade'
  | 'attemptsLeft'
  | 'secondsLeft'
  | 'validFrom'
  | 'validUntil'
  | 'checkedInSince'
  | 'passProblem'
> {
  fields?: Record<string, FieldKey>;
}

export class Refusal extends Error {
  override name = 'Refusal';
  readonly reason: Reason;
  readonly details: RefusalDetails;

  constructor(reason: Reason, details: RefusalDetails = {}) {
    super(reason);
    this.reason = reason;
    this.details = details;
  }

  get status(): number {
    return refusals[this.reason];
  }
}

/** Refuses a missing row and one out of scope in the same way. */
export function orNotFound<Row>(row: Row | null | undefined): Row {
  if (row === undefined || row === null) throw new Refusal('notFound');
  return row;
}
