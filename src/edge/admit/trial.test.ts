import { describe, expect, it } from 'vitest';
import type { Task } from '../../contract/operations.ts';
import { Refused } from '../../contract/refusals.ts';
import type { AllowanceCalls, Claim, Taking } from '../../money/allowances/calls.ts';
import { addressOf } from '../../pixels/bounds/address.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import type { Header } from '../../pixels/pipeline/picture/header.ts';
import { makeCall } from '../testing/call.ts';
import { byTrial, trialPixels, trialsLeft } from './trial.ts';

const perDay = 2;
const perDayTotal = 9;

/** Allowances that write down what they are asked. */
class FakeAllowances implements AllowanceCalls {
  readonly asked: { how: string; claims: readonly Claim[] | readonly string[] }[] = [];
  taking: Taking | Error = { allowed: true };

  async take(claims: readonly Claim[]): Promise<Taking> {
    this.asked.push({ how: 'take', claims });
    if (this.taking instanceof Error) throw this.taking;
    return this.taking;
  }

  async begin(claim: Claim): Promise<void> {
    this.asked.push({ how: 'begin', claims: [claim] });
  }

  /** Whether a picture is known, and not clicked too often. */
  isKnown = false;

  async again(claim: Claim): Promise<boolean> {
    this.asked.push({ how: 'again', claims: [claim] });
    return this.isKnown;
  }

  async giveBack(subjects: readonly string[]): Promise<void> {
    this.asked.push({ how: 'giveBack', claims: subjects });
  }

  async left(claims: readonly Claim[]): Promise<number> {
    this.asked.push({ how: 'left', claims });
    return 1;
  }
}

async function visit(
  headers: Record<string, string>,
  trustedAddressHeader: string | null = 'X-Address',
  trial = { perDay, perDayTotal },
) {
  const allowances = new FakeAllowances();
  const named: string[] = [];
  const getByName = (name: string) => {
    named.push(name);
    return allowances;
  };
  const call = await makeCall({
    headers,
    settings: { trustedAddressHeader, trial },
    env: { ALLOWANCES: { getByName } },
  });
  return { ...call, allowances, named };
}

/** What admits a call: the trial takes one for each. */
const id = '0f5cbb0c-6c4b-4d2e-9d53-3f1f3d0a2c11';
const once = () => ({ id, rememberedUntilMs: Date.now() + 120_000 });
const admission = `once:${id}`;

/** The claims that a visitor with these headers makes. */
async function claimsOf(headers: Record<string, string>, trustedAddressHeader: string | null = 'X-Address') {
  const { exchange, allowances } = await visit(headers, trustedAddressHeader);
  await trialsLeft(addressOf(new Headers(headers), trustedAddressHeader), exchange.env, exchange.settings);
  return allowances.asked[0].claims as readonly Claim[];
}

async function refusalOf(taking: Taking | Error) {
  const { exchange, allowances } = await visit({});
  allowances.taking = taking;
  return refusedWith(byTrial(once()).admit(exchange, 'alpha-channel'));
}

async function refusedWith(call: unknown) {
  const failure = await Promise.resolve(call).catch((cause: unknown) => cause);
  if (!(failure instanceof Refused)) throw new Error(`Expected a refusal but received ${failure}`);
  return failure.refusal;
}

describe('who is counted', () => {
  it('is the network of the address, and all together; for a day of UTC, under names that reveal nothing', async () => {
    const [mine, all] = await claimsOf({ 'X-Address': '192.0.2.7' });
    expect([mine.limit, all.limit]).toEqual([perDay, perDayTotal]);
    for (const { subject, windowMs } of [mine, all]) {
      expect(subject).toMatch(/^[0-9a-f]{64}$/);
      expect(windowMs).toBeGreaterThan(0);
      expect(windowMs).toBeLessThanOrEqual(86_400_000);
    }
  });

  it('is the same for one IPv6 /64, whatever else is sent, and another one for another address', async () => {
    const subjectOf = async (address: string, more = {}) =>
      (await claimsOf({ 'X-Address': address, ...more }))[0].subject;
    const mine = await subjectOf('2001:db8:1:2::1');
    expect(await subjectOf('2001:db8:1:2:ffff::9')).toBe(mine);
    expect(await subjectOf('203.0.113.1, 2001:db8:1:2::1')).toBe(mine);
    const others = { 'X-Forwarded-For': '203.0.113.1', Forwarded: 'for=203.0.113.2', Cookie: 'a=b', 'User-Agent': 'c' };
    expect(await subjectOf('2001:db8:1:2::1', others)).toBe(mine);
    expect(await subjectOf('2001:db8:1:3::1')).not.toBe(mine);
  });

  it('is one visitor where the header is missing', async () => {
    const [mine, all] = await claimsOf({});
    expect([mine.limit, all.limit]).toEqual([perDay, perDayTotal]);
    expect((await claimsOf({ 'X-Forwarded-For': '192.0.2.7' }))[0]).toEqual({
      ...mine,
      windowMs: expect.any(Number),
    });
  });

  it('is everybody together where no header is believed', async () => {
    const claims = await claimsOf({ 'X-Address': '192.0.2.7' }, null);
    expect(claims.map(({ limit }) => limit)).toEqual([perDayTotal]);
  });
});

describe('admission', () => {
  it('lets nothing of a visitor be kept, whatever is sent', async () => {
    const { exchange } = await visit({ 'Idempotency-Key': 'order 7' });
    await (await byTrial(once()).admit(exchange, 'alpha-channel')).release();
    expect(exchange.mayKeep).toBe(false);
  });

  it('takes one, and gives it back where no picture went out', async () => {
    const { exchange, allowances, named } = await visit({});
    const hold = await byTrial(once()).admit(exchange, 'alpha-channel');
    expect(exchange.key).toBeNull();
    expect(exchange.caller).toMatch(/^trial:[0-9a-f]{64}$/);
    await hold.release();
    const [taken, given] = allowances.asked;
    expect([taken.how, given.how]).toEqual(['take', 'giveBack']);
    expect(given.claims).toEqual((taken.claims as readonly Claim[]).map(({ subject }) => subject));
    expect(new Set(named)).toEqual(new Set(['trial']));
  });

  it('gives nothing back for a picture that went out', async () => {
    const { exchange, allowances } = await visit({});
    const hold = await byTrial(once()).admit(exchange, 'alpha-channel');
    await hold.settle(null);
    await hold.release();
    expect(allowances.asked.map(({ how }) => how)).toEqual(['take']);
  });

  it('takes what admits it in the same call: whichever of both is used up is said', async () => {
    const { exchange, allowances } = await visit({});
    const hold = await byTrial(once()).admit(exchange, 'alpha-channel');
    await hold.settle(null);
    const [{ how, claims }] = allowances.asked;
    expect([how, claims.at(-1)]).toEqual(['take', { subject: admission, limit: 1, windowMs: expect.any(Number) }]);
    const used = { allowed: false, retryAfterSeconds: 77 } as const;
    expect(await refusalOf({ ...used, usedUp: [admission] })).toMatchObject({ code: 'INVALID_ADMISSION', status: 401 });
    expect(await refusalOf({ ...used, usedUp: ['mine', admission] })).toMatchObject({ code: 'INVALID_ADMISSION' });
    expect(await refusalOf({ ...used, usedUp: ['mine'] })).toMatchObject({ code: 'TRIAL_USED_UP' });
  });

  it('is refused where the day is used up, and where the allowances do not answer', async () => {
    expect(await refusalOf({ allowed: false, retryAfterSeconds: 77 })).toMatchObject({
      code: 'TRIAL_USED_UP',
      status: 429,
      retryAfterSeconds: 77,
    });
    expect(await refusalOf(new Error('gone'))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

const headerOf = (widthPx: number, heightPx: number) => ({ widthPx, heightPx }) as Header;
const plain: Task = { kind: 'matte', imageType: false, refine: true };
const clicked: Task = { ...plain, ...{ points: { keep: [], drop: [] } } };
const bytes = Uint8Array.of(1, 2, 3);

describe('a click', () => {
  /** A call that was admitted. */
  async function admitted(headers: Record<string, string> = {}, isKnown = true) {
    const { exchange, allowances } = await visit(headers);
    allowances.isKnown = isKnown;
    const policy = byTrial(once());
    const hold = await policy.admit(exchange, 'alpha-channel');
    const know = async (task: Task, file = bytes) => policy.checkPicture(headerOf(10, 10), file, task);
    const subjectsOf = (how: string) =>
      allowances.asked
        .filter((each) => each.how === how)
        .map(({ claims }) => claims.map((claim) => (typeof claim === 'string' ? claim : claim.subject)));
    return { allowances, hold, know, subjectsOf };
  }

  it('on a picture that was just made gives its place back, and is not counted twice', async () => {
    const { hold, know, subjectsOf } = await admitted();
    await know(clicked);
    // What admitted it stays used.
    const [place] = subjectsOf('giveBack');
    expect([[...place, admission]]).toEqual(subjectsOf('take'));
    await hold.settle(null);
    expect([subjectsOf('take').length, subjectsOf('giveBack').length]).toEqual([1, 1]);
  });

  it('that makes no picture is given back, and its place no second time', async () => {
    const { hold, know, subjectsOf } = await admitted();
    await know(clicked);
    await hold.release();
    const [[mine, all]] = subjectsOf('take');
    const [[picture]] = subjectsOf('again');
    expect(subjectsOf('giveBack')).toEqual([
      [mine, all],
      [picture, admission],
    ]);
  });

  it('on another picture is a try like one without points, and both are known from then on', async () => {
    for (const task of [clicked, plain]) {
      const { allowances, hold, know, subjectsOf } = await admitted({}, false);
      await know(task);
      expect(subjectsOf('again')).toHaveLength(task === clicked ? 1 : 0);
      expect(subjectsOf('take')).toHaveLength(1);
      await hold.settle(null);
      const kept = allowances.asked.at(-1);
      expect(kept).toEqual({
        how: 'begin',
        claims: [{ subject: expect.stringMatching(/^[0-9a-f]{64}$/), limit: 6, windowMs: 600_000 }],
      });
      if (task === clicked) expect(subjectsOf('again')).toEqual(subjectsOf('begin'));
    }
  });

  it('is known by the very bytes of the same visitor', async () => {
    const nameOf = async (headers: Record<string, string>, file = bytes) => {
      const { know, subjectsOf } = await admitted(headers);
      await know(clicked, file);
      return subjectsOf('again')[0][0];
    };
    const mine = await nameOf({ 'X-Address': '192.0.2.7' });
    expect(await nameOf({ 'X-Address': '192.0.2.7', Cookie: 'a=b' })).toBe(mine);
    expect(await nameOf({ 'X-Address': '192.0.2.8' })).not.toBe(mine);
    expect(await nameOf({ 'X-Address': '192.0.2.7' }, Uint8Array.of(1, 2, 4))).not.toBe(mine);
  });

  it('that is announced comes in beyond the last try, and out again where it is none', async () => {
    const { allowances, hold, know, subjectsOf } = await admitted({ 'X-Click': 'true' }, false);
    const limits = (allowances.asked[0].claims as readonly Claim[]).map(({ limit }) => limit);
    // Not so what admits it.
    expect(limits).toEqual([perDay + 1, perDayTotal + 1, 1]);
    expect(await refusedWith(know(clicked))).toMatchObject({ code: 'TRIAL_USED_UP', status: 429 });
    await hold.release();
    expect(subjectsOf('giveBack')).toEqual(subjectsOf('take'));
    const other = await admitted({ 'X-Click': 'true' });
    expect(await refusedWith(other.know(plain))).toMatchObject({ code: 'TRIAL_USED_UP' });
  });

  it('opens no trial that is closed', async () => {
    const { exchange, allowances } = await visit({ 'X-Click': 'true' }, 'X-Address', { perDay: 0, perDayTotal });
    await byTrial(once()).admit(exchange, 'alpha-channel');
    expect((allowances.asked[0].claims as readonly Claim[])[0].limit).toBe(0);
  });
});

describe('pictures', () => {
  const check = async (widthPx: number, heightPx: number) =>
    byTrial(once()).checkPicture(headerOf(widthPx, heightPx), bytes, plain);

  it('are at most a quarter of a megapixel', async () => {
    await expect(check(trialPixels, 1)).resolves.toBeUndefined();
    await expect(check(trialPixels + 1, 1)).rejects.toThrow(ImageFault);
    await expect(check(4000, 3000)).rejects.toThrow(
      'The trial takes pictures of at most 0.25 megapixels and this one has 12.00; scale it down, or sign in to send it as it is',
    );
  });
});
