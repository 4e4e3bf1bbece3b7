/** Bytes that several holders share, granted in the order in which they were asked for. */

interface Asking {
  readonly bytes: number;
  grant(): void;
}

export class Budget {
  readonly totalBytes: number;
  #free: number;
  readonly #line: Asking[] = [];

  constructor(totalBytes: number) {
    this.totalBytes = totalBytes;
    this.#free = totalBytes;
  }

  get freeBytes(): number {
    return this.#free;
  }

  /**
   * Takes bytes as soon as they are free and all who asked before have theirs.
   * @param onGranted called once, at once or later
   * @returns gives the bytes back, or withdraws; further calls do nothing. Null where they are more than there will
   * ever be
   */
  take(bytes: number, onGranted: () => void): (() => void) | null {
    if (bytes > this.totalBytes) return null;
    let state: 'asking' | 'held' | 'over' = 'asking';
    const asking: Asking = {
      bytes,
      grant: () => {
        state = 'held';
        onGranted();
      },
    };
    this.#line.push(asking);
    this.#serve();
    return () => {
      if (state === 'held') this.#free += bytes;
      else if (state === 'asking') this.#line.splice(this.#line.indexOf(asking), 1);
      state = 'over';
      this.#serve();
    };
  }

  #serve(): void {
    for (let first = this.#line[0]; first && first.bytes <= this.#free; first = this.#line[0]) {
      this.#line.shift();
      this.#free -= first.bytes;
      first.grant();
    }
  }
}
