/**
 * Places of which there are only so many at once, and of those only so many for one person. Whoever finds none waits for
 * a while, in the order of asking, and then goes without.
 */
export class Places {
  private readonly most: number;
  private readonly mostOfOne: number;
  private readonly taken: string[] = [];
  private waiting: { person: string; give: () => void }[] = [];

  constructor(most: number, mostOfOne = most) {
    this.most = most;
    this.mostOfOne = mostOfOne;
  }

  /**
   * @param patience Milliseconds to wait.
   * @returns What gives the place back; null where none came free.
   */
  take(person: string, patience: number): Promise<(() => void) | null> {
    if (this.isFreeFor(person)) return Promise.resolve(this.occupy(person));
    return new Promise((resolve) => {
      const one = {
        person,
        give: () => {
          leave();
          resolve(this.occupy(person));
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

  private isFreeFor(person: string): boolean {
    return (
      this.taken.length < this.most && this.taken.filter((one) => one === person).length < this.mostOfOne
    );
  }

  private occupy(person: string): () => void {
    this.taken.push(person);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.taken.splice(this.taken.indexOf(person), 1);
      this.waiting.find((one) => this.isFreeFor(one.person))?.give();
    };
  }
}
