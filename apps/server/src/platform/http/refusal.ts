import { refusals, type FieldKey, type Problem, type Reason } from '@vestibule/contract/platform/refusal.ts';

/** What a refusal says beyond its reason. */
export interface RefusalDetails extends Pick<
  Problem,
  | 'reasons'
  | 'current'
  | 'usedBy'
  | 'unclosedQuoteAt'
  | 'removed'
  | 'of'
  | 'attemptsMade'
  | 'attemptsLeft'
  | 'secondsLeft'
> {
  fields?: Record<string, FieldKey>;
}

/** Something that the caller asked for and does not get. Everything else that is thrown is answered with 500. */
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

/** The answer to a missing row and to one outside of the caller's scope, which must not differ. */
export function found<Row>(row: Row | null | undefined): Row {
  if (row === undefined || row === null) throw new Refusal('notFound');
  return row;
}
