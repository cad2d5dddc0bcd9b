/**
 * Places of which there are only so many at once, and of those only so many for one person. Whoever finds none waits for
 * a while, in the order of asking, and then goes without. What is larger may take several.
 */
export class Places {
  private readonly most: number;
  private readonly mostOfOne: number;
  private taken: { person: string; size: number }[] = [];
  private waiting: { person: string; size: number; give: () => void }[] = [];

  constructor(most: number, mostOfOne = most) {
    this.most = most;
    this.mostOfOne = mostOfOne;
  }

  /**
   * @param patience Milliseconds to wait.
   * @param size Places that are taken at once; no more than there are.
   * @returns What gives the places back; null where none came free.
   */
  take(person: string, patience: number, size = 1): Promise<(() => void) | null> {
    if (this.isFreeFor(person, size)) return Promise.resolve(this.occupy(person, size));
    return new Promise((resolve) => {
      const one = {
        person,
        size,
        give: () => {
          leave();
          resolve(this.occupy(person, size));
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
    const own = this.taken.filter((one) => one.person === person);
    return sizeOf(this.taken) + size <= this.most && sizeOf(own) + size <= this.mostOfOne;
  }

  private occupy(person: string, size: number): () => void {
    const one = { person, size };
    this.taken.push(one);
    return () => {
      if (!this.taken.includes(one)) return;
      this.taken = this.taken.filter((other) => other !== one);
      for (let next = this.next(); next; next = this.next()) next.give();
    };
  }

  /** The first who waits and for whom there is room. */
  private next() {
    return this.waiting.find(({ person, size }) => this.isFreeFor(person, size));
  }
}

const sizeOf = (taken: readonly { size: number }[]): number => taken.reduce((sum, { size }) => sum + size, 0);
