interface Waiting {
  readonly bytes: number;
  grant: () => void;
}

/**
 * The bytes of one isolate that pictures may take, handed out in order of arrival.
 *
 * All requests of an isolate share 128 MB, and going over kills them all. So each says what it needs before it takes
 * it, waits a bounded time for it, and gives it back.
 */
export class Capacity {
  private free: number;
  private readonly total: number;
  private readonly waiting: Waiting[] = [];

  constructor(totalBytes: number) {
    this.total = totalBytes;
    this.free = totalBytes;
  }

  /**
   * Takes bytes, waiting up to `waitMs` for others to give theirs back.
   * @returns what gives them back (once), or null when there was no room in time
   */
  async take(bytes: number, waitMs: number): Promise<(() => void) | null> {
    const immediate = this.tryTake(bytes);
    if (immediate || bytes > this.total) return immediate;
    const entry: Waiting = { bytes, grant: () => {} };
    const granted = new Promise<true>((resolve) => {
      entry.grant = () => resolve(true);
    });
    this.waiting.push(entry);

    // Timers belong to their own request, so it is this one that clears it, not the one that grants.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), waitMs);
    });
    const inTime = await Promise.race([granted, tooLate]);
    clearTimeout(timer);
    const at = this.waiting.indexOf(entry);
    if (at < 0) return this.giveBackOnce(bytes);
    if (!inTime) this.waiting.splice(at, 1);
    this.grantWaiting();
    return null;
  }

  /** Takes bytes only when they are free now and nobody waits before. */
  tryTake(bytes: number): (() => void) | null {
    if (this.waiting.length > 0 || bytes > this.free) return null;
    this.free -= bytes;
    return this.giveBackOnce(bytes);
  }

  private giveBackOnce(bytes: number): () => void {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.free += bytes;
      this.grantWaiting();
    };
  }

  private grantWaiting(): void {
    for (let next = this.waiting[0]; next && next.bytes <= this.free; next = this.waiting[0]) {
      this.waiting.shift();
      this.free -= next.bytes;
      next.grant();
    }
  }
}
