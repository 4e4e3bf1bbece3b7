/**
 * Bytes that several holders share, granted in the order in which they were asked for; new holders of several callers take
 * turns. It only counts: the holders decide how long they wait, and end what is not given back.
 *
 * A holder may take its bytes in stages. It declares beforehand how much more it may ask for, and gets its first bytes only
 * if all holders with such a claim can still get all of theirs, one after the other (Dijkstra's banker), without what stuck ones
 * have. So there is no deadlock, but for one that gets stuck later.
 */
import { Turns } from './turns.ts';
import { WaitingLine } from './waiting-line.ts';

/** What one holder has. A new one has nothing. */
export interface Share {
  bytes: number;
  /** Whether its end hangs on somebody who may take for ever: then nobody counts on its bytes. */
  readonly isStuck?: boolean;
}

/** How bytes are asked for. */
export interface Asking {
  /** Takes bytes that are free now before those who wait for more. */
  readonly passes?: boolean;
  /**
   * Most that the holder asks for after these bytes, until it ends. From then on it waits only for other holders with a claim,
   * and before all new ones. Left out if its end is not known: its bytes are then not counted on.
   */
  readonly laterBytes?: number;
  /** Whose turn it is once the bytes are granted; callers without a name share the empty one. */
  readonly caller?: string;
  /** Bytes that are to stay free beside those of a new holder, because others are about to take them; asked at each try. */
  leaves?(): number;
}

interface Wish extends Asking {
  readonly share: Share;
  readonly bytes: number;
  readonly onGranted: () => void;
}

/** A number of bytes to lend; requests that find too few wait in line. */
export class ByteBudget {
  readonly totalBytes: number;
  #freeBytes: number;
  /** While bytes go from some shares to another, nobody in line gets them. */
  #isHeld = false;
  /** What those who take in stages may still ask for. */
  readonly #later = new Map<Share, number>();
  /** Of holders at a further stage. They come before `#line`, and any of them that fits. */
  readonly #stages = new WaitingLine<Wish>();
  readonly #line = new Turns<Wish>();

  constructor(totalBytes: number) {
    this.totalBytes = totalBytes;
    this.#freeBytes = totalBytes;
  }

  get freeBytes(): number {
    return this.#freeBytes;
  }

  /**
   * Takes bytes as soon as they are free and all who asked before have theirs. More than `totalBytes` never come.
   * @param onGranted called once, at once or later; from then on the bytes are the share's, until it gives them back
   * @returns leaves the line; nothing happens where the bytes are granted already
   * @throws RangeError where the share has said that it would ask for less
   */
  take(share: Share, bytes: number, onGranted: () => void, asking: Asking = {}): () => void {
    const wish = { ...asking, share, bytes, onGranted };
    const expected = this.#later.get(share);
    if (expected !== undefined && bytes + (asking.laterBytes ?? 0) > expected) {
      throw new RangeError(`A share asks for ${bytes} bytes after it had said ${expected}`);
    }
    if (asking.passes && this.#fits(wish)) {
      this.#grant(wish);
      return () => {};
    }
    const { caller = '' } = asking;
    if (expected === undefined) this.#line.add(caller, wish);
    else this.#stages.add(wish);
    this.serve();
    return () => {
      const hasLeft = expected === undefined ? this.#line.remove(caller, wish) : this.#stages.remove(wish);
      if (hasLeft) this.serve();
    };
  }

  /**
   * Takes bytes now or never, before all who wait.
   * @param giveBack gives back bytes of other shares first, which then nobody in line gets
   */
  takeNow(share: Share, bytes: number, giveBack: () => void = () => {}): boolean {
    this.#isHeld = true;
    giveBack();
    this.#isHeld = false;
    const fits = this.couldTake(bytes);
    if (fits) this.#grant({ share, bytes, onGranted: () => {} });
    this.serve();
    return fits;
  }

  /** Whether bytes could be taken now if some more were free. */
  couldTake(bytes: number, moreBytes = 0): boolean {
    return this.#fits({ share: { bytes: 0 }, bytes }, moreBytes);
  }

  /**
   * New holders that wait, and go before one of this caller.
   * @param share the one; where it does not wait, one that comes now
   */
  ahead(caller: string, share?: Share): Share[] {
    const wish = this.#line.ofCaller(caller).find((each) => each.share === share);
    return this.#line.ahead(caller, wish).map((each) => each.share);
  }

  /** Gives back all but `bytes` of a share. */
  reduce(share: Share, bytes: number): void {
    const surplus = Math.max(0, share.bytes - bytes);
    share.bytes -= surplus;
    this.#freeBytes += surplus;
    this.serve();
  }

  /** Gives back some bytes of a share with a claim, which may ask for them again: so all can still end. */
  lower(share: Share, bytes: number): void {
    this.#later.set(share, (this.#later.get(share) ?? 0) + bytes);
    this.reduce(share, share.bytes - bytes);
  }

  /** Gives back all but `bytes` of a share, and ends its claim. */
  end(share: Share, bytes = 0): void {
    this.#later.delete(share);
    this.reduce(share, bytes);
  }

  /** Looks who can have their bytes now. Needed after what others leave free has changed. */
  serve(): void {
    if (this.#isHeld) return;
    for (const wish of [...this.#stages]) {
      if (this.#fits(wish) && this.#stages.remove(wish)) this.#grant(wish);
    }
    // Further stages go before new holders: they give back sooner.
    for (let wish = this.#line.first; wish && this.#stages.length === 0 && this.#fits(wish); wish = this.#line.first) {
      this.#line.take();
      this.#grant(wish);
    }
  }

  #grant({ share, bytes, laterBytes, onGranted }: Wish): void {
    this.#freeBytes -= bytes;
    share.bytes += bytes;
    if (laterBytes !== undefined) this.#later.set(share, laterBytes);
    onGranted();
  }

  /** Whether the bytes are free, and all who take in stages could still end one after the other: who needs least goes first. */
  #fits({ share, bytes, laterBytes, leaves }: Omit<Wish, 'onGranted'>, moreBytes = 0): boolean {
    let room = this.#freeBytes + moreBytes - bytes;
    // Who is at a further stage does not wait for others that are about to come.
    const left = leaves && !this.#later.has(share) ? leaves() : 0;
    if (room < left) return false;
    const after = new Map(
      [...this.#later].map(([holder, later]) => [holder, { held: holder.isStuck ? 0 : holder.bytes, later }]),
    );
    if (laterBytes !== undefined) after.set(share, { held: share.bytes + bytes, later: laterBytes });
    for (const { held, later } of [...after.values()].sort((one, other) => one.later - other.later)) {
      if (later > room) return false;
      room += held;
    }
    return true;
  }
}
