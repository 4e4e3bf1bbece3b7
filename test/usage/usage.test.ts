/** The usage page shows the calls that were made, and the owner gets a mail when credits are used up. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type OperationName, operationNamed } from '../../src/contract/operations.ts';
import { Person } from '../../testing/person.ts';
import { type Call, creditCall, filePart, jsonCall, multipartCall } from '../../testing/requests.ts';
import { newKey } from '../keys.ts';
import { declareOwnService } from '../service.ts';
import { figureOf, rowsOf } from './page.ts';

/** As many as the first ten calls hold at once, so none of those is refused. */
const signUpCredits = 8;
const service = declareOwnService({ SIGNUP_CREDITS: String(signUpCredits), DEFAULT_RATE_PER_MINUTE: '45' });

const email = 'ada@example.org';
let owner: Person;
let stranger: Person;
/** Answers that were received, counted by what they are of. */
const received = {
  operations: new Map<string, number[]>(),
  keys: new Map<string, number[]>(),
  outcomes: new Map(),
  /** Answers that need a review. */
  reviews: 0,
};

describe('usage', () => {
  beforeAll(async () => {
    [owner, stranger] = [new Person(service.stack.base), new Person(service.stack.base)];
    await owner.join(email, 'a long password');
    await stranger.join('eve@example.org', 'a long password');
  });

  it('counts fifty calls of every kind as they were answered', async () => {
    const open = await makeKey('Web shop', { scope: 'all' });
    const restricted = await makeKey('Mattes', { scope: 'some', operation: 'alpha-channel' });
    const good = (name: OperationName, key: Key) => () => service.goodCall(name, key.secret);
    const kinds: readonly (readonly [Key, string, () => Call])[] = [
      [open, 'image-without-background', good('image-without-background', open)],
      [open, 'alpha-channel-base64', good('alpha-channel-base64', open)],
      [open, 'car-image-without-background', good('car-image-without-background', open)],
      [restricted, 'alpha-channel', good('alpha-channel', restricted)],
      [restricted, 'image-without-background', good('image-without-background', restricted)],
      [open, 'available-credit', () => creditCall(open.secret)],
      [open, 'alpha-channel', () => broken(open)],
      [open, 'image-without-background-base64', () => notJson(open)],
    ];
    const call = async (index: number) => {
      const [key, operation, make] = kinds[index % kinds.length];
      const { status, headers } = await service.send(make());
      const code = headers.get('X-Error-Code');
      if (headers.get('X-Needs-Review') === 'true') received.reviews++;
      count(received.operations, operation, status);
      count(received.keys, key.name, status);
      const outcome = code === null ? `${status} success` : `${status} ${code}`;
      received.outcomes.set(outcome, (received.outcomes.get(outcome) ?? 0) + 1);
    };
    for (let from = 0; from < 40; from += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, index) => call(from + index)));
    }
    // Alone, so that no call holds the credit that another asks for: the last ones are spent, and then there are none.
    for (let index = 40; index < 50; index++) await call(index);
    // Whom nobody knows is counted for nobody.
    expect((await service.send(creditCall(newKey('test')))).status).toBe(401);
    expect([...received.outcomes.keys()].sort()).toEqual(
      expect.arrayContaining([
        '200 success',
        '402 INSUFFICIENT_CREDITS',
        '403 ENDPOINT_NOT_ALLOWED',
        '422 INVALID_IMAGE',
      ]),
    );

    await expect.poll(async () => figureOf(await owner.visit('/dashboard/usage'), 'Calls')).toBe(50);
    const page = await owner.visit('/dashboard/usage?days=7&key=test');
    const firstFour = (rows: ReadonlyMap<string, readonly string[]>) =>
      new Map([...rows].map(([name, cells]) => [name, cells.slice(0, 3).map(Number)]));
    expect(firstFour(rowsOf(page, 'By operation'))).toEqual(received.operations);
    expect(firstFour(rowsOf(page, 'By key'))).toEqual(received.keys);
    // The photo of these calls has a wide grey band.
    expect(received.reviews).toBeGreaterThan(0);
    for (const table of ['By operation', 'By key', 'By day']) {
      const reviews = [...rowsOf(page, table).values()].map((cells) => Number(cells[4]));
      expect(reviews.reduce((sum, count) => sum + count, 0)).toBe(received.reviews);
    }
    expect(page.text).toContain(`${received.reviews} answers with a high uncertainty`);
    const outcomes = [...rowsOf(page, 'By answer')].map(([name, [calls]]) => [name, Number(calls)] as const);
    expect(new Map(outcomes)).toEqual(received.outcomes);
    expect([...rowsOf(page, 'By day').values()].reduce((sum, [calls]) => sum + Number(calls), 0)).toBe(50);
    expect(figureOf(page, 'Credits spent')).toBe(signUpCredits);
    expect(figureOf(page, 'Test credits left')).toBe(0);
  });

  it('is of the wallets that were chosen, and of nobody else', async () => {
    expect((await owner.visit('/dashboard/usage?key=live')).text).toContain('Nothing was called in these days');
    expect((await owner.visit('/dashboard/usage?days=1000&key=other')).status).toBe(200);
    expect((await stranger.visit('/dashboard/usage')).text).toContain('Nothing was called in these days');
    expect((await new Person(service.stack.base).visit('/dashboard/usage')).location).toMatch(/^\/sign-in\?next=/);
  });

  it('counts calls of the playground under a name of their own', async () => {
    const session = JSON.parse((await owner.visit('/playground/session')).text) as { csrf_token: string };
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(service.image)]), 'photo.jpg');
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { base } = service.stack;
    const mine = { Cookie: cookie, Origin: base, 'X-CSRF-Token': session.csrf_token, 'X-Wallet': 'live' };
    const asked = await fetch(`${base}/playground/admission/alpha-channel`, { method: 'POST', headers: mine });
    const { admission } = (await asked.json()) as { admission: string };
    const headers = { Origin: base, 'X-Admission': admission };
    const answer = await fetch(`${base}/playground/alpha-channel`, { method: 'POST', headers, body: form });
    expect([answer.status, answer.headers.get('X-Error-Code')]).toEqual([402, 'INSUFFICIENT_CREDITS']);
    const live = '/dashboard/usage?key=live';
    await expect.poll(async () => figureOf(await owner.visit(live), 'Calls')).toBe(1);
    const page = await owner.visit(live);
    expect([...rowsOf(page, 'By key').keys()]).toEqual(['Playground, live']);
    expect([...rowsOf(page, 'By operation').keys()]).toEqual(['alpha-channel']);
  });

  it('informs its owner that credits are used up, once, by mail and on the dashboard', async () => {
    const warnings = async () =>
      (await owner.mails()).filter(({ to, subject }) => to === email && /used up/.test(subject));
    await expect.poll(async () => (await warnings()).length).toBe(1);
    expect((await owner.visit('/dashboard')).text).toContain('Your test credits are used up');
    expect((await stranger.visit('/dashboard')).text).not.toContain('used up');
  });
});

interface Key {
  readonly secret: string;
  /** As the page calls it. */
  readonly name: string;
}

async function makeKey(name: string, fields: Record<string, string>): Promise<Key> {
  await owner.visit('/dashboard/keys/new');
  const made = await owner.submit('/dashboard/keys', { type: 'test', name, limit: '', ...fields });
  const { text } = await owner.follow(made);
  const [secret] = /test_[0-9A-Za-z]{38}/.exec(text) ?? [];
  if (!secret) throw new Error('No key was shown');
  return { secret, name: `${name} (…${secret.slice(-10, -6)})` };
}

function broken({ secret }: Key): Call {
  const half = service.image.subarray(0, service.image.length >> 1);
  return multipartCall(operationNamed('alpha-channel').path, secret, [filePart(half)]);
}

function notJson({ secret }: Key): Call {
  return jsonCall(operationNamed('image-without-background-base64').path, secret, { image_base64: 5 });
}

/** Calls, successes, refusals. */
function count(counts: Map<string, number[]>, name: string, status: number): void {
  const [calls, successes, refusals] = counts.get(name) ?? [0, 0, 0];
  counts.set(name, [calls + 1, successes + (status === 200 ? 1 : 0), refusals + (status === 200 ? 0 : 1)]);
}
