import { CannotStart } from '../config.ts';

/** Why a backup cannot be used, in one line for whoever wants it back. */
export class CannotRestore extends CannotStart {
  override name = 'CannotRestore';

  constructor(reason: string) {
    super(`Nothing was restored: ${reason}.`);
  }
}
