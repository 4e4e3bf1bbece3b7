import { env } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { addKey, findKey, type KeyRecord, listKeys, markEnd, maxPageLength } from './directory.ts';
import { createKey, createKeyId, hintOf, walletOf } from './format.ts';

const { DIRECTORY: directory } = env;

async function record(change: Partial<KeyRecord> = {}): Promise<KeyRecord> {
  const key = await createKey('live', 'secret of the directory test');
  const id = createKeyId();
  return {
    id,
    wallet: walletOf(key),
    type: 'live',
    hint: hintOf(key),
    label: null,
    createdAtMs: 1,
    revokedAtMs: null,
    ...change,
  };
}

async function added(change: Partial<KeyRecord> = {}): Promise<KeyRecord> {
  const made = await record(change);
  await addKey(directory, made);
  return made;
}

/** Walks the whole list. */
async function ids(length: number): Promise<string[]> {
  const found: string[] = [];
  let after: KeyRecord | null = null;
  for (let more = true; more; ) {
    const page: Awaited<ReturnType<typeof listKeys>> = await listKeys(directory, length, after);
    expect(page.keys.length).toBeLessThanOrEqual(length);
    found.push(...page.keys.map(({ id }) => id));
    after = page.keys.at(-1) ?? null;
    more = page.more;
  }
  return found;
}

describe('one key', () => {
  test('comes back as it was added', async () => {
    const plain = await added();
    expect(await findKey(directory, plain.id)).toEqual(plain);
    const full = await added({ type: 'test', label: `Ünïcode 'quotes' "and" ; -- 🚗`, createdAtMs: 1_900_000_000_000 });
    expect(await findKey(directory, full.id)).toEqual(full);
  });

  test('that is not listed is null', async () => {
    expect(await findKey(directory, createKeyId())).toBeNull();
    expect(await findKey(directory, '')).toBeNull();
  });

  test('is listed once: its id cannot be used again', async () => {
    const first = await added();
    await expect(addKey(directory, await record({ id: first.id }))).rejects.toThrow();
  });
});

describe('the end of a key', () => {
  test('is noted with its date; what has ended by then keeps it', async () => {
    const { id } = await added();
    expect(await markEnd(directory, id, 1000, 1000)).toMatchObject({ id, revokedAtMs: 1000 });
    expect(await markEnd(directory, id, 2000, 2000)).toMatchObject({ id, revokedAtMs: 1000 });
    expect(await findKey(directory, id)).toMatchObject({ revokedAtMs: 1000 });
  });

  test('in the future may be moved', async () => {
    const { id } = await added();
    await markEnd(directory, id, 5000, 1000);
    expect(await markEnd(directory, id, 9000, 4999)).toMatchObject({ revokedAtMs: 9000 });
    expect(await markEnd(directory, id, 5000, 5000)).toMatchObject({ revokedAtMs: 5000 });
    expect(await markEnd(directory, id, 9000, 5000)).toMatchObject({ revokedAtMs: 5000 });
  });

  test('of a key that is not listed is null', async () => {
    expect(await markEnd(directory, createKeyId(), 1, 1)).toBeNull();
  });
});

describe('the list', () => {
  test('runs from new to old, keys of one moment included, in pages of any length', async () => {
    // Later than all other keys of this file, so that they come first.
    const base = 2_000_000_000_000;
    const made: KeyRecord[] = [];
    for (const offset of [0, 5, 5, 5, 2, 9, 5]) made.push(await added({ createdAtMs: base + offset }));
    made.sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1));
    const expected = made.map(({ id }) => id);
    for (const length of [1, 2, 3, 7, 100]) {
      const all = await ids(length);
      expect(all.slice(0, expected.length)).toEqual(expected);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  test('says more only when more follows', async () => {
    const all = await ids(100);
    expect(await listKeys(directory, all.length, null)).toMatchObject({ more: false });
    expect(await listKeys(directory, all.length - 1, null)).toMatchObject({ more: true });
  });

  test('brings a page length outside its range inside', async () => {
    expect((await listKeys(directory, 0, null)).keys).toHaveLength(1);
    expect((await listKeys(directory, 10 * maxPageLength, null)).keys.length).toBeLessThanOrEqual(maxPageLength);
  });
});
