/** Memory of a picture in the isolate, reserved stage by stage. */
import type { RequestMemory } from '../../pixels/bounds/memory.ts';
import { clickedBytes, cutBytes } from '../../pixels/pipeline/flat/room.ts';
import { outputOf } from '../../pixels/pipeline/output/framing.ts';
import { encodingBytes, type LanePlan } from '../../pixels/pipeline/plan/plan.ts';
import { pointsBytes, refinedPointsBytes } from '../../pixels/pipeline/points/room.ts';
import { refinerBytes } from '../../pixels/pipeline/refine/room.ts';
import { countOfPoints, mayBeCutByColour, mayBeRefined } from '../../pixels/pipeline/work.ts';
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

/** Colours of a graphic that points are on, as far as they are planned for. */
const likelyColours = 2;

/** The stages of a picture: decoding, points and tiles of the refiner or a cut by colour, then the encoder. */
export class Stages {
  /** The most that those after decoding need together. */
  readonly laterBytes: number;
  readonly #memory: RequestMemory;
  readonly #encodingBytes: number;
  /** What may still be asked for beside encoding. */
  #alphaBytes: number;
  #onlyForDecoding = 0;

  constructor({ header, task, matte }: LaneWork, memory: RequestMemory) {
    this.#memory = memory;
    this.#encodingBytes = encodingBytes(outputOf(task), header);
    const points = countOfPoints(task);
    const isRefined = mayBeRefined(task, matte);
    const ofPoints = points === 0 ? 0 : isRefined ? refinedPointsBytes : pointsBytes;
    const photo = (isRefined ? refinerBytes : 0) + ofPoints;
    // Most points are on few colours; one that finds no room for more goes to the image lane.
    const cut = mayBeCutByColour(task) ? cutBytes(header) + clickedBytes(header, Math.min(points, likelyColours)) : 0;
    this.laterBytes = this.#encodingBytes + Math.max(photo, cut);
    // A photo with points asks for room more than once.
    this.#alphaBytes = points === 0 ? 0 : Math.max(photo, cut);
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

  /** Reserves memory for points, for tiles, or for a cut by colour. @throws NoRoom */
  forAlpha(bytes: number): Promise<void> {
    this.#alphaBytes = Math.max(0, this.#alphaBytes - bytes);
    return this.#take(bytes, this.#alphaBytes + this.#encodingBytes);
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
