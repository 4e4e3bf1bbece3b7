/**
 * The bytes of one isolate that pictures may take, handed out in order of arrival.
 *
 * All requests of an isolate share 128 MB, and going over kills them all. So each says what it needs before it takes
 * it, waits a bounded time for it, and gives it back.
 */

interface Waiting {
  readonly bytes: number;
  grant: () => void;
}

export class Capacity {
  private free: number;
  private readonly total: number;
  private readonly waiting: Waiting[] = [];

  constructor(totalBytes: number) {
    this.total = totalBytes;
    this.free = totalBytes;
  }

  /** Takes bytes, waiting up to `waitMs` for others to give theirs back. False when there was no room in time. */
  async take(bytes: number, waitMs: number): Promise<boolean> {
    if (bytes > this.total) return false;
    if (this.waiting.length === 0 && bytes <= this.free) {
      this.free -= bytes;
      return true;
    }
    const entry: Waiting = { bytes, grant: () => {} };
    const granted = new Promise<void>((resolve) => {
      entry.grant = resolve;
    });
    this.waiting.push(entry);

    // Timers belong to their own request, so it is this one that clears it, not the one that grants.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs);
    });
    await Promise.race([granted, tooLate]);
    clearTimeout(timer);
    const at = this.waiting.indexOf(entry);
    if (at < 0) return true;
    this.waiting.splice(at, 1);
    this.grantWaiting();
    return false;
  }

  /** Gives back bytes that were taken. */
  giveBack(bytes: number): void {
    this.free += bytes;
    this.grantWaiting();
  }

  private grantWaiting(): void {
    for (let next = this.waiting[0]; next && next.bytes <= this.free; next = this.waiting[0]) {
      this.waiting.shift();
      this.free -= next.bytes;
      next.grant();
    }
  }
}
