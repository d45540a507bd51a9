export class Stops {
  readonly #steps: (() => Promise<void> | void)[] = [];
  #running: Promise<void> = Promise.resolve();

  push(step: () => Promise<void> | void): void {
    this.#steps.push(step);
  }

  begin<Running>(starting: Promise<Running>, stop: (running: Running) => Promise<void> | void): Promise<Running> {
    this.push(() => starting.then(stop, () => undefined));
    return starting;
  }

  nested(): Stops {
    const part = new Stops();
    this.push(() => part.run());
    return part;
  }

  runOnSignals(): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        // Pending work fails because its dependencies stop.
        process.on('uncaughtException', () => undefined);
        void this.run().finally(() => process.exit(1));
      });
    }
  }

  /** Stops everything once. A failing step does not prevent the others. */
  run(): Promise<void> {
    this.#running = this.#running.then(() => this.#stop());
    return this.#running;
  }

  async #stop(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        console.error(error);
      }
    }
  }
}
