/** What was started and has to be stopped, the last first, however the run ends. */
export class Stops {
  readonly #steps: (() => Promise<void> | void)[] = [];
  #running: Promise<void> = Promise.resolve();

  push(step: () => Promise<void> | void): void {
    this.#steps.push(step);
  }

  /** Waits for what is being started. It is stopped with the rest, also when it is told to before it has started. */
  begin<Running>(starting: Promise<Running>, stop: (running: Running) => Promise<void> | void): Promise<Running> {
    this.push(() => starting.then(stop, () => undefined));
    return starting;
  }

  /** A part that can be stopped before the rest. */
  nested(): Stops {
    const part = new Stops();
    this.push(() => part.run());
    return part;
  }

  /** Stops everything also when the process is told to end, which it then does with 1. */
  runOnSignals(): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        // What was under way fails now, because what it stood on is stopped.
        process.on('uncaughtException', () => undefined);
        void this.run().finally(() => process.exit(1));
      });
    }
  }

  /** Stops everything once, and has stopped it when it resolves; what fails to stop keeps nothing else from it. */
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
