/** Memory of a picture in the isolate, reserved stage by stage. */
import type { RequestMemory } from '../../bounds/memory.ts';
import { cutBytes } from '../../pipeline/flat/room.ts';
import { outputOf } from '../../pipeline/output/framing.ts';
import { encodingBytes, type LanePlan } from '../../pipeline/plan.ts';
import { refinerBytes } from '../../pipeline/refine/room.ts';
import { mayBeCutByColour, mayBeRefined } from '../../pipeline/work.ts';
import type { LaneWork } from './lane.ts';

/** A stage found no room in time. */
export class NoRoom extends Error {
  /** Milliseconds after which there should be room. */
  readonly overdueMs: number;

  constructor(overdueMs: number) {
    super('No room for the next stage of a picture');
    this.name = 'NoRoom';
    this.overdueMs = overdueMs;
  }
}

type EdgePlan = Extract<LanePlan, { readonly lane: 'edge' }>;

/** The stages of a picture: decoding, tiles of the refiner or a cut by colour, then the encoder. */
export class Stages {
  /** The most that those after decoding need together. */
  readonly laterBytes: number;
  readonly #memory: RequestMemory;
  readonly #encodingBytes: number;
  #onlyForDecoding = 0;

  constructor({ header, task, matte }: LaneWork, memory: RequestMemory) {
    this.#memory = memory;
    this.#encodingBytes = encodingBytes(outputOf(task), header);
    const refiner = mayBeRefined(task, matte) ? refinerBytes : 0;
    this.laterBytes = this.#encodingBytes + Math.max(refiner, mayBeCutByColour(task) ? cutBytes(header) : 0);
  }

  /**
   * Takes the picture's turn, and the memory that decoding takes.
   * @returns as {@link RequestMemory.takeTurn}
   */
  begin({ bytes, decodedBytes }: EdgePlan, paceMs: number | null): Promise<number> {
    this.#onlyForDecoding = bytes - decodedBytes;
    return this.#memory.takeTurn(bytes, Math.max(0, decodedBytes + this.laterBytes - bytes), paceMs);
  }

  /** Gives back what only decoding took. */
  endDecoding(): void {
    this.#memory.lower(this.#onlyForDecoding);
  }

  /** Reserves memory for the tiles, or for a cut by colour. @throws NoRoom */
  forAlpha(bytes: number): Promise<void> {
    return this.#take(bytes, this.#encodingBytes);
  }

  /** Reserves memory for the encoder, the last stage. @throws NoRoom */
  forEncoding(): Promise<void> {
    return this.#take(this.#encodingBytes, 0);
  }

  async #take(bytes: number, laterBytes: number): Promise<void> {
    const overdueMs = await this.#memory.takeStage(bytes, laterBytes);
    if (overdueMs > 0) throw new NoRoom(overdueMs);
  }
}
