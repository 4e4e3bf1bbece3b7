/** The room of one body, in which its files grow (docs/decisions/0061). */
import type { Refused } from '../../contract/refusals.ts';
import type { Body } from '../../pixels/bounds/capacity.ts';
import type { RequestMemory } from '../../pixels/bounds/memory.ts';
import { Transfer } from '../../pixels/bounds/transfer.ts';
import { noRoom } from '../lanes/room.ts';
import type { FileRoom, GrowingFile } from './growing-file.ts';

const retryAfterSeconds = 2;

/** What files take and give back of the memory of a request, until an older body needs it. */
export class BodyRoom implements Body, FileRoom {
  /** Of the client that sends the body. */
  readonly transfer = new Transfer();
  readonly expectedBytes: number;
  heldBytes = 0;
  /** Resolves where the room is lost. */
  readonly lost: Promise<'lost'>;
  isLost = false;
  #tellLost = (): void => {};
  readonly #files: GrowingFile[] = [];
  readonly #memory: RequestMemory;

  /** @param expectedBytes most bytes that its files may take */
  constructor(memory: RequestMemory, expectedBytes: number) {
    this.#memory = memory;
    this.expectedBytes = expectedBytes;
    this.lost = new Promise((resolve) => {
      this.#tellLost = () => resolve('lost');
    });
  }

  keep(file: GrowingFile): void {
    this.#files.push(file);
  }

  take(bytes: number): void {
    this.check();
    if (!this.#memory.grow(bytes)) throw noRoom(retryAfterSeconds, 'No room for the next bytes of a body');
    this.heldBytes += bytes;
  }

  giveBack(bytes: number): void {
    this.heldBytes -= bytes;
    this.#memory.shrink(bytes);
  }

  drop(): void {
    this.isLost = true;
    for (const file of this.#files) file.letGo();
    this.#tellLost();
  }

  /** @throws Refused 503 where the room is lost */
  check(): void {
    if (this.isLost) throw lostRoom();
  }

  /** Ends it: the files stay. @throws Refused 503 where the room is lost */
  end(): void {
    this.#memory.endBody();
    this.check();
  }
}

/** The refusal of a body whose room is lost. */
export function lostRoom(): Refused {
  return noRoom(retryAfterSeconds, 'An older body needed the room');
}
