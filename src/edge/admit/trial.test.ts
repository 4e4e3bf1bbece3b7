import { describe, expect, it } from 'vitest';
import type { AllowanceCalls, Claim, Taking } from '../../allowances/calls.ts';
import { Refused } from '../../contract/refusals.ts';
import { ImageFault } from '../../pipeline/picture/fault.ts';
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

  async giveBack(subjects: readonly string[]): Promise<void> {
    this.asked.push({ how: 'giveBack', claims: subjects });
  }

  async left(claims: readonly Claim[]): Promise<number> {
    this.asked.push({ how: 'left', claims });
    return 1;
  }
}

async function visit(headers: Record<string, string>, trustedAddressHeader: string | null = 'X-Address') {
  const allowances = new FakeAllowances();
  const named: string[] = [];
  const getByName = (name: string) => {
    named.push(name);
    return allowances;
  };
  const call = await makeCall({
    headers,
    settings: { trustedAddressHeader, trial: { perDay, perDayTotal } },
    env: { ALLOWANCES: { getByName } },
  });
  return { ...call, allowances, named };
}

/** The claims that a visitor with these headers makes. */
async function claimsOf(headers: Record<string, string>, trustedAddressHeader?: string | null) {
  const { exchange, allowances } = await visit(headers, trustedAddressHeader);
  await trialsLeft(exchange);
  return allowances.asked[0].claims as readonly Claim[];
}

async function refusalOf(taking: Taking | Error) {
  const { exchange, allowances } = await visit({});
  allowances.taking = taking;
  const failure = await byTrial.admit(exchange, 'alpha-channel').catch((cause: unknown) => cause);
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
  it('takes one, and gives it back where no picture went out', async () => {
    const { exchange, allowances, named } = await visit({});
    const hold = await byTrial.admit(exchange, 'alpha-channel');
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
    const hold = await byTrial.admit(exchange, 'alpha-channel');
    await hold.settle(null);
    await hold.release();
    expect(allowances.asked.map(({ how }) => how)).toEqual(['take']);
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

describe('pictures', () => {
  const headerOf = (widthPx: number, heightPx: number) => {
    return { widthPx, heightPx } as Parameters<typeof byTrial.checkPicture>[0];
  };

  it('are at most a quarter of a megapixel', () => {
    expect(() => byTrial.checkPicture(headerOf(trialPixels, 1))).not.toThrow();
    const refused = () => byTrial.checkPicture(headerOf(trialPixels + 1, 1));
    expect(refused).toThrow(ImageFault);
    expect(() => byTrial.checkPicture(headerOf(4000, 3000))).toThrow(
      'The trial takes pictures of at most 0.25 megapixels and this one has 12.00; scale it down, or sign in to send it as it is',
    );
  });
});
