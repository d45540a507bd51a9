import { CannotStart } from '../cannot-start.ts';

export class CannotRestore extends CannotStart {
  override name = 'CannotRestore';
  readonly reason: string;

  constructor(reason: string) {
    super(`Nothing was restored: ${reason}.`);
    this.reason = reason;
  }
}
