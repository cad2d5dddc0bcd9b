/**
 * Semaphore with a total limit and a limit per person. Requests above the limit wait, and give up after a timeout. A
 * larger request can take several units. The library p-queue supports neither limits per person nor request sizes.
 */
export class Limiter {
  private readonly most: number;
  private readonly mostOfOne: number;
  private running: { person: string; size: number }[] = [];
  private waiting: { person: string; size: number; give: () => void }[] = [];

  constructor(most: number, mostOfOne = most) {
    this.most = most;
    this.mostOfOne = mostOfOne;
  }

  /**
   * Waits until enough units are free for the request, and takes these units.
   * @param patience Maximum number of milliseconds to wait.
   * @param size Number of units; at most the total limit.
   * @returns A function that releases the units; null on timeout.
   */
  acquire(person: string, patience: number, size = 1): Promise<(() => void) | null> {
    if (this.isFreeFor(person, size)) return Promise.resolve(this.begin(person, size));
    return new Promise((resolve) => {
      const one = {
        person,
        size,
        give: () => {
          leave();
          resolve(this.begin(person, size));
        },
      };
      const leave = () => {
        clearTimeout(timer);
        this.waiting = this.waiting.filter((other) => other !== one);
      };
      const timer = setTimeout(() => {
        leave();
        resolve(null);
      }, patience);
      this.waiting.push(one);
    });
  }

  get waitingCount(): number {
    return this.waiting.length;
  }

  private isFreeFor(person: string, size: number): boolean {
    const own = this.running.filter((one) => one.person === person);
    return sizeOf(this.running) + size <= this.most && sizeOf(own) + size <= this.mostOfOne;
  }

  private begin(person: string, size: number): () => void {
    const one = { person, size };
    this.running.push(one);
    return () => {
      if (!this.running.includes(one)) return;
      this.running = this.running.filter((other) => other !== one);
      for (let next = this.next(); next; next = this.next()) next.give();
    };
  }

  /** Returns the first waiting request for which enough units are free. */
  private next() {
    return this.waiting.find(({ person, size }) => this.isFreeFor(person, size));
  }
}

const sizeOf = (running: readonly { size: number }[]): number =>
  running.reduce((sum, { size }) => sum + size, 0);
