/** Stages against a model of many pictures: a picture that has begun can always finish, whatever others hold and wait for. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteBudget, type Share } from './byte-budget.ts';

/** What a picture of the model takes: its file, its first bytes, of which it gives some back, and those of further stages, some skipped. */
interface Picture {
  readonly fileBytes: number;
  readonly firstBytes: number;
  readonly loweredBytes: number;
  readonly stages: readonly { readonly bytes: number; readonly skipped: boolean }[];
}

/** A picture on its way through the budget, which does one step after the other. */
class Holder {
  readonly share: Share = { bytes: 0 };
  readonly #budget: ByteBudget;
  readonly #picture: Picture;
  state: 'uploads' | 'waits for its turn' | 'works' | 'waits for a stage' | 'is gone' = 'uploads';
  #stage = 0;
  #isLowered = false;
  #leaveLine: () => void;

  constructor(budget: ByteBudget, picture: Picture) {
    this.#budget = budget;
    this.#picture = picture;
    this.#leaveLine = budget.take(this.share, picture.fileBytes, () => {}, { passes: true });
  }

  get canStep(): boolean {
    return this.state === 'works' || (this.state === 'uploads' && this.share.bytes === this.#picture.fileBytes);
  }

  step(): void {
    const { firstBytes, loweredBytes, stages } = this.#picture;
    if (this.state === 'uploads') {
      this.state = 'waits for its turn';
      this.#take(firstBytes, Math.max(0, sum(stages) - loweredBytes));
    } else if (!this.#isLowered) {
      this.#isLowered = true;
      this.#budget.lower(this.share, loweredBytes);
    } else if (this.#stage < stages.length) {
      const { bytes, skipped } = stages[this.#stage++];
      this.state = 'waits for a stage';
      this.#take(skipped ? 0 : bytes);
    } else this.leave();
  }

  leave(): void {
    this.state = 'is gone';
    this.#leaveLine();
    this.#budget.end(this.share);
  }

  #take(bytes: number, laterBytes = sum(this.#picture.stages.slice(this.#stage))): void {
    const onGranted = () => {
      this.state = 'works';
    };
    this.#leaveLine = this.#budget.take(this.share, bytes, onGranted, { laterBytes });
  }
}

const sum = (all: readonly { readonly bytes: number }[]) => all.reduce((total, { bytes }) => total + bytes, 0);

it('lets every picture that has begun come to its end, whatever others hold and wait for', () => {
  const bytes = fc.integer({ min: 0, max: 12 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const stage = fc.record({ bytes, skipped: fc.boolean() });
  // What could never fit is refused before it waits.
  const picture: fc.Arbitrary<Picture> = fc
    .record({
      fileBytes: fc.integer({ min: 0, max: 6 }),
      firstBytes: bytes,
      lowered: share,
      stages: fc.array(stage, { maxLength: 3 }),
    })
    .map(({ lowered, ...rest }) => ({ ...rest, loweredBytes: Math.floor(lowered * rest.firstBytes) }))
    .filter(
      ({ fileBytes, firstBytes, loweredBytes, stages }) =>
        fileBytes + firstBytes + Math.max(0, sum(stages) - loweredBytes) <= 30,
    );
  let sideBySide = 0;
  let waited = 0;
  fc.assert(
    fc.property(fc.array(picture, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (pictures, dice) => {
      const budget = new ByteBudget(30);
      const waiting = [...pictures];
      const holders: Holder[] = [];
      const begun = () => holders.filter(({ state }) => state === 'works' || state === 'waits for a stage');
      for (const die of dice) {
        const ready = holders.filter(({ canStep }) => canStep);
        const newcomer = waiting.length > 0 && (ready.length === 0 || die % 3 === 0) ? waiting.shift() : undefined;
        if (newcomer) holders.push(new Holder(budget, newcomer));
        else if (ready.length > 0) ready[die % ready.length].step();
        else break;
        expect(sum(holders.map(({ share }) => share))).toBe(30 - budget.freeBytes);
        expect(budget.freeBytes).toBeGreaterThanOrEqual(0);
        // The model waits without an end, so what has begun must always be able to go on.
        if (begun().length > 0) expect(begun().some(({ state }) => state === 'works')).toBe(true);
        if (begun().length > 1) sideBySide++;
        if (begun().some(({ state }) => state === 'waits for a stage')) waited++;
      }
      // Who never began is refused after a while; nothing that has begun is left.
      expect(begun()).toEqual([]);
      for (const holder of holders) if (holder.state !== 'is gone') holder.leave();
      expect(budget.freeBytes).toBe(30);
    }),
    { numRuns: 500, seed: 23 },
  );
  expect(sideBySide).toBeGreaterThan(500);
  expect(waited).toBeGreaterThan(50);
});
