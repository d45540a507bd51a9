import type { Db } from '../db/database.ts';

type Subscriber<Payload> = (db: Db, payload: Payload) => Promise<void>;

export interface DomainEvent<Payload> {
  /**
   * Runs the subscribers in order, in the transaction of `db`. Publish where the locks of the subscribers are due.
   * @throws {Error} without subscribers: a forgotten import of `wiring.ts` must not lose data
   */
  publish(db: Db, payload: Payload): Promise<void>;
  subscribe(...subscribers: Subscriber<Payload>[]): void;
}

export function domainEvent<Payload>(name: string): DomainEvent<Payload> {
  let wired: readonly Subscriber<Payload>[] | undefined;
  return {
    async publish(db, payload) {
      if (!wired) throw new Error(`The event ${name} has no subscribers: import wiring.ts where the process starts.`);
      for (const react of wired) await react(db, payload);
    },
    subscribe(...subscribers) {
      if (wired) throw new Error(`The event ${name} has subscribers already.`);
      wired = subscribers;
    },
  };
}
