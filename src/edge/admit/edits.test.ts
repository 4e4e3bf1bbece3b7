/** Edits of a call, by the rules of ledger and edge together: what a name costs, and how much it gives for that. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NamedCall } from '../../contract/idempotency.ts';
import { type OperationName, operationNamed, type Task } from '../../contract/operations.ts';
import { Refused } from '../../contract/refusals.ts';
import { admit } from '../../money/ledger/admission.ts';
import { auditEntries } from '../../money/ledger/chain.ts';
import { lapse, release, settle } from '../../money/ledger/holds.ts';
import { edited, memoryMs, type Remembered } from '../../money/ledger/names.ts';
import type { Decision, LedgerState, Movement } from '../../money/ledger/state.ts';
import { apply, command, leaseMs, opened } from '../../money/ledger/testing/rules.ts';
import { fingerprintOf, namedCall } from './idempotency.ts';

const credits = 9;
const idempotencyKey = 'order 7';
const headers = { 'Idempotency-Key': idempotencyKey };
const hourMs = 3_600_000;

/** A call under the name. */
interface Asked {
  /** Which points it has; 0 are none. */
  readonly points: number;
  readonly maxSize: string | null;
  readonly file: 'photo' | 'other photo';
  readonly background: 'none' | 'beach';
  readonly refine: 'auto' | 'off';
  readonly operation: Extract<OperationName, `image-${string}`>;
}

const plain: Asked = {
  points: 0,
  maxSize: null,
  file: 'photo',
  background: 'none',
  refine: 'auto',
  operation: 'image-without-background',
};

function taskOf({ points, maxSize, refine, operation }: Asked): Task {
  const given = new Map(Object.entries({ refine, ...(maxSize !== null && { max_size: maxSize }) }));
  const task = operationNamed(operation).read(given);
  return points === 0 ? task : Object.assign(task, { points: { keep: [points], drop: [] } });
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Rules of a ledger of one name, with what the store keeps of it, and the edge before them. */
class Service {
  readonly state: LedgerState;
  remembered: Remembered | null = null;
  readonly entries: Movement[] = [];
  #calls = 0;

  constructor(ratePerMinute = 100_000) {
    this.state = opened(credits, ratePerMinute, 365 * 24 * hourMs);
  }

  /** Admits a call. */
  admit(nowMs: number) {
    const asked = command(`h${this.#calls++}`, { idempotencyKey, remembered: this.remembered });
    return this.#apply(admit(this.state, asked, nowMs));
  }

  /** What the edge finds once it has read the file: the call, or the code that refuses it. */
  async judge(admission: ReturnType<Service['admit']>, asked: Asked): Promise<NamedCall | string> {
    if (admission.outcome !== 'admitted') return admission.outcome;
    const { remembered, editable = null } = admission;
    const call = new Request('http://edge/', { headers });
    const background = asked.background === 'none' ? null : bytesOf(asked.background);
    try {
      const hold = { remembered, editable };
      const named = await namedCall(call, hold, {
        operation: asked.operation,
        task: taskOf(asked),
        file: bytesOf(asked.file),
        background,
      });
      if (!named) throw new Error('The call has no name');
      return named;
    } catch (failure) {
      if (failure instanceof Refused) return failure.refusal.code;
      throw failure;
    }
  }

  settle(holdId: string, call: NamedCall, nowMs: number): boolean {
    return this.#apply(settle(this.state, holdId, call.fingerprint, nowMs, { call }));
  }

  release(holdId: string): boolean {
    return this.#apply(release(this.state, holdId));
  }

  lapse(nowMs: number): void {
    this.#apply(lapse(this.state, nowMs));
  }

  /** Sends a call that is answered. @returns what it was, or why it is refused */
  async call(asked: Asked, nowMs: number): Promise<string> {
    const admission = this.admit(nowMs);
    const call = await this.judge(admission, asked);
    if (admission.outcome !== 'admitted') return admission.outcome;
    if (typeof call === 'string') {
      this.release(admission.holdId);
      return call;
    }
    this.settle(admission.holdId, call, nowMs);
    const kind = this.entries.at(-1)?.kind ?? 'nothing';
    return kind === 'edit' ? (call.edit ?? 'none') : kind;
  }

  #apply<Answer>(decision: Decision<Answer>): Answer {
    for (const event of decision.events) {
      if (event.kind === 'moved') this.entries.push(event.entry);
      if (event.kind === 'name-remembered') this.remembered = event.remembered;
      const { remembered } = this;
      if (!remembered) continue;
      if (event.kind === 'name-repeated') this.remembered = { ...remembered, repeats: remembered.repeats + 1 };
      if (event.kind === 'name-edited' && remembered.editing) {
        this.remembered = { ...remembered, editing: edited(remembered.editing, event.variant, event.edit) };
      }
    }
    return apply(this.state, decision);
  }
}

/** What a name gave since its call was charged. */
interface Given {
  readonly first: Asked;
  readonly endsAtMs: number;
  latest: Asked;
  repeats: number;
  edits: number;
  secondSizes: number;
  /** Whether the points of `latest` were given at a second size. */
  hasSecondSize: boolean;
}

const isSame = (one: Asked, other: Asked) => one.points === other.points && one.maxSize === other.maxSize;
const isOfOneCall = (one: Asked, other: Asked) =>
  one.file === other.file &&
  one.background === other.background &&
  one.refine === other.refine &&
  one.operation === other.operation;

/** Whether a call may be refused for what was used up. */
function isUsedUp({ first, latest, repeats, edits, hasSecondSize }: Given, asked: Asked): boolean {
  if (asked.points === latest.points && !isSame(asked, latest) && !hasSecondSize) return false;
  if (isSame(asked, first) && (edits > 0 || !isSame(asked, latest))) return repeats === 3 && edits === 20;
  return isSame(asked, latest) ? repeats === 3 : edits === 20;
}

/** Notes an answer, which the law allows. */
function note(given: Given, asked: Asked, kind: 'repeat' | 'edit' | 'second-size'): void {
  if (kind === 'repeat') {
    given.repeats++;
    expect(isSame(asked, given.latest) || isSame(asked, given.first)).toBe(true);
  } else if (kind === 'second-size') {
    given.secondSizes++;
    expect([given.hasSecondSize, asked.points]).toEqual([false, given.latest.points]);
    given.hasSecondSize = true;
  } else {
    given.edits++;
    if (asked.points !== given.latest.points) given.hasSecondSize = false;
    given.latest = asked;
  }
  expect(given.repeats).toBeLessThanOrEqual(3);
  expect(given.edits).toBeLessThanOrEqual(20);
  expect(given.secondSizes).toBeLessThanOrEqual(1 + given.edits);
}

const seldom = <Value>(usual: Value, other: Value) =>
  fc.oneof({ weight: 30, arbitrary: fc.constant(usual) }, fc.constant(other));
const step = fc.record({
  points: fc.nat(3),
  maxSize: fc.constantFrom(null, '100', '200'),
  file: seldom<Asked['file']>('photo', 'other photo'),
  background: seldom<Asked['background']>('none', 'beach'),
  refine: seldom<Asked['refine']>('auto', 'off'),
  operation: seldom<Asked['operation']>('image-without-background', 'image-without-background-base64'),
  /** A crash is between hold and settlement; the settlement that is late comes after the lapse. */
  ending: fc.oneof(
    { weight: 9, arbitrary: fc.constant('answered' as const) },
    fc.constantFrom('refused' as const, 'crashed' as const, 'late' as const),
  ),
  hours: fc.oneof({ weight: 60, arbitrary: fc.constant(0) }, fc.nat(30)),
});

test('however calls come and end under a name, it costs one credit a day, and gives no more than 1 + 3 + 20 answers and 21 second sizes', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  console.log(`seed ${seed}`);
  const property = fc.asyncProperty(fc.array(step, { maxLength: 90, size: 'max' }), async (steps) => {
    const service = new Service();
    let given: Given | null = null;
    let charges = 0;
    let nowMs = 0;
    for (const { ending, hours, ...asked } of steps) {
      nowMs += hours * hourMs + 1;
      if (given && nowMs >= given.endsAtMs) given = null;
      const before = service.remembered;
      const admission = service.admit(nowMs);
      if (admission.outcome !== 'admitted') {
        expect([admission.outcome, given]).toEqual([
          given ? 'exhausted' : 'insufficient',
          given && { ...given, repeats: 3, edits: 20, hasSecondSize: true },
        ]);
        continue;
      }
      expect(service.admit(nowMs).outcome).toBe('in-progress');
      const call = await service.judge(admission, asked);
      if (given && !isOfOneCall(asked, given.first)) expect(call).toBe('IDEMPOTENCY_MISMATCH');
      else if (typeof call === 'string')
        expect([call, given && isUsedUp(given, asked)]).toEqual(['IDEMPOTENCY_EXHAUSTED', true]);
      if (typeof call === 'string' || ending === 'refused') service.release(admission.holdId);
      else if (ending !== 'answered') {
        nowMs += leaseMs;
        service.lapse(nowMs);
        if (ending === 'late') expect(service.settle(admission.holdId, call, nowMs)).toBe(false);
      } else {
        expect(service.settle(admission.holdId, call, nowMs)).toBe(true);
        if (given) note(given, asked, call.edit ?? 'repeat');
        else {
          charges++;
          const rest = { latest: asked, repeats: 0, edits: 0, secondSizes: 0, hasSecondSize: false };
          given = { first: asked, endsAtMs: nowMs + memoryMs, ...rest };
        }
        expect(service.remembered?.endsAtMs).toBe(given.endsAtMs);
        continue;
      }
      // What was refused, or came to nothing, is not counted.
      expect(service.remembered).toBe(before);
    }
    expect(service.state.wallet?.balance).toBe(credits - charges);
    expect(service.state.holds.size).toBe(0);
    const newestFirst = service.entries.map((entry, index) => ({ ...entry, sequence: index + 1 })).reverse();
    expect(newestFirst.filter(({ amount }) => amount !== 0)).toHaveLength(charges);
    const opening = { sequence: 0, kind: 'grant', amount: credits, balanceAfter: credits } as const;
    const audit = auditEntries({ walk: () => [...newestFirst, opening] }, credits - charges, null, 1000);
    expect(audit.fault).toBeNull();
  });
  await fc.assert(property, { numRuns: 200, seed });
});

describe('a name', () => {
  test('gives 1 + 3 + 20 answers and 21 second sizes, and then nothing', async () => {
    const service = new Service();
    const answered = async (asked: Asked, kind: string) => expect(await service.call(asked, 1)).toBe(kind);
    await answered(plain, 'charge');
    await answered({ ...plain, maxSize: '100' }, 'second-size');
    for (let points = 1; points <= 20; points++) {
      await answered({ ...plain, points, maxSize: '100' }, 'edit');
      await answered({ ...plain, points }, 'second-size');
    }
    await answered({ ...plain, points: 21 }, 'IDEMPOTENCY_EXHAUSTED');
    await answered({ ...plain, points: 20, maxSize: '200' }, 'IDEMPOTENCY_EXHAUSTED');
    // The answer of the last edit, and that of the first call.
    await answered({ ...plain, points: 20, maxSize: '100' }, 'repeat');
    await answered(plain, 'repeat');
    await answered(plain, 'repeat');
    await answered(plain, 'exhausted');
    expect(service.entries).toHaveLength(1 + 3 + 20 + 21);
    expect(service.state.wallet?.balance).toBe(credits - 1);
  });

  test('has its last second size still, once repeats and edits are used up', async () => {
    const service = new Service();
    await service.call(plain, 1);
    for (let points = 1; points <= 20; points++) await service.call({ ...plain, points }, 1);
    for (let repeat = 0; repeat < 3; repeat++) expect(await service.call(plain, 1)).toBe('repeat');
    expect(await service.call(plain, 1)).toBe('IDEMPOTENCY_EXHAUSTED');
    expect(await service.call({ ...plain, points: 20, maxSize: '100' }, 1)).toBe('second-size');
    expect(await service.call(plain, 1)).toBe('exhausted');
  });

  test('counts each in the rate, answered or refused', async () => {
    const service = new Service(3);
    const kinds = [];
    const small: Asked = { ...plain, maxSize: '100' };
    for (const asked of [plain, small, { ...small, refine: 'off' }, plain] as const) {
      kinds.push(await service.call(asked, 1));
    }
    expect(kinds).toEqual(['charge', 'second-size', 'IDEMPOTENCY_MISMATCH', 'rate-limited']);
  });

  test('that was never edited has three repeats, as before there were edits', async () => {
    const service = new Service();
    const kinds = [];
    for (let call = 0; call < 5; call++) kinds.push(await service.call(plain, 1));
    expect(kinds).toEqual(['charge', 'repeat', 'repeat', 'repeat', 'IDEMPOTENCY_EXHAUSTED']);
  });

  test('answers its first call as a repeat, and as an edit once repeats are used up', async () => {
    const service = new Service();
    const asked = [plain, { ...plain, points: 1 }, plain, plain, plain, plain, plain];
    const kinds = [];
    for (const each of asked) kinds.push(await service.call(each, 1));
    expect(kinds).toEqual(['charge', 'edit', 'repeat', 'repeat', 'repeat', 'edit', 'edit']);
  });

  test('is charged anew a day after its charge, however often it was edited meanwhile', async () => {
    const service = new Service();
    await service.call(plain, 0);
    expect(await service.call({ ...plain, points: 1 }, memoryMs - 1)).toBe('edit');
    expect(await service.call({ ...plain, points: 1 }, memoryMs)).toBe('charge');
  });

  test.each<[string, Partial<Asked>]>([
    ['picture', { file: 'other photo' }],
    ['background', { background: 'beach' }],
    ['option', { refine: 'off' }],
    ['operation', { operation: 'image-without-background-base64' }],
  ])('is refused with another %s, whether points and size are those of before or not', async (_what, change) => {
    const service = new Service();
    await service.call(plain, 1);
    await service.call({ ...plain, points: 1 }, 1);
    for (const edit of [{}, { points: 1 }, { points: 2 }, { maxSize: '100' }]) {
      expect(await service.call({ ...plain, ...edit, ...change }, 1)).toBe('IDEMPOTENCY_MISMATCH');
    }
    expect(service.remembered).toMatchObject({ repeats: 0, editing: { edits: 1, hasSecondSize: false } });
  });

  test('from before there were edits has one hash: it is repeated three times, and an edit is another call', async () => {
    for (const asked of [plain, { ...plain, maxSize: '100' }]) {
      const service = new Service();
      const fingerprint = await fingerprintOf(asked.operation, taskOf(asked), bytesOf(asked.file));
      service.remembered = { fingerprint, repeats: 0, endsAtMs: memoryMs, editing: null };
      for (let repeat = 0; repeat < 3; repeat++) {
        for (const edit of [{ points: 1 }, { maxSize: '200' }]) {
          expect(await service.call({ ...asked, ...edit }, 1)).toBe('IDEMPOTENCY_MISMATCH');
        }
        expect(await service.call(asked, 1)).toBe('repeat');
      }
      expect(await service.call(asked, 1)).toBe('exhausted');
      expect(service.entries.map(({ kind }) => kind)).toEqual(Array(3).fill('repeat'));
    }
  });
});
