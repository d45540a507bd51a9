import { CannotStart } from '../cannot-start.ts';

/** Why a backup cannot be used, in one line for whoever wants it back. */
export class CannotRestore extends CannotStart {
  override name = 'CannotRestore';
  readonly reason: string;

  constructor(reason: string) {
    super(`Nothing was restored: ${reason}.`);
    this.reason = reason;
  }
}
