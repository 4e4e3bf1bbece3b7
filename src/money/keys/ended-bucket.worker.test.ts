/** What ends is listed in a bucket and read again, as the file of `npm start` does. */
import { env } from 'cloudflare:test';
import { afterEach, expect, test, vi } from 'vitest';
import { listEnd, readEndedBucket, tidyEndedBucket } from './ended-list.ts';
import { dayMs, listedDays } from './ended-since.ts';

const beginMs = Date.UTC(2026, 10, 1);
const { ENDED } = env;

afterEach(async () => {
  for (let names = ['']; names.length > 0; ) {
    names = (await ENDED.list()).objects.map(({ key }) => key);
    await ENDED.delete(names);
  }
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lists it at a moment. */
async function listAt(atMs: number, ended: Parameters<typeof listEnd>[1]): Promise<void> {
  vi.useFakeTimers({ now: atMs, toFake: ['Date'] });
  await listEnd({ ENDED }, ended);
  vi.useRealTimers();
}

test('what ended since a moment is found by its id, and nothing else is kept', async () => {
  await tidyEndedBucket({ ENDED }, beginMs);
  await listAt(beginMs, { key: 'key_early', endsAtMs: beginMs });
  await listAt(beginMs + dayMs, { key: 'key_one', endsAtMs: beginMs + 2 * dayMs });
  await listAt(beginMs + dayMs + 1, { key: 'key_one', endsAtMs: beginMs + dayMs + 1 });
  await listAt(beginMs + dayMs + 2, { key: 'key_one', endsAtMs: beginMs + 3 * dayMs });
  await listAt(beginMs + dayMs, { account: 'anna' });
  expect(await readEndedBucket({ ENDED }, beginMs + dayMs)).toEqual({
    keys: new Map([['key_one', beginMs + dayMs + 1]]),
    accounts: ['anna'],
    fromMs: beginMs,
    unreadable: 0,
  });
  const { objects } = await ENDED.list();
  expect(objects.map(({ size }) => size)).toEqual(objects.map(() => 0));
});

test('says since when it is whole, drops what is older than it may be, and counts what says nothing', async () => {
  await listAt(beginMs, { account: 'anna' });
  expect(await readEndedBucket({ ENDED }, 0)).toMatchObject({ accounts: ['anna'], fromMs: null });
  const lateMs = beginMs + (listedDays + 1) * dayMs;
  await listAt(lateMs, { account: 'ben' });
  await tidyEndedBucket({ ENDED }, lateMs);
  await tidyEndedBucket({ ENDED }, lateMs + dayMs);
  await ENDED.put(`line/${new Date(lateMs).toISOString()}/somebody`, '');
  expect(await readEndedBucket({ ENDED }, 0)).toMatchObject({ accounts: ['ben'], fromMs: lateMs, unreadable: 1 });
});

test('reads more than one call lists', async () => {
  const all = Array.from(
    { length: 1001 },
    (_, number) => `line/${new Date(beginMs + number).toISOString()}/account/a${number}`,
  );
  await Promise.all(all.map((name) => ENDED.put(name, '')));
  expect((await readEndedBucket({ ENDED }, beginMs))?.accounts).toHaveLength(1001);
});

test('without a bucket there is no list, and one that fails ends nothing', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await readEndedBucket({}, 0)).toBeNull();
  const put = async () => {
    throw new Error('out of reach');
  };
  await listEnd({ ENDED: { ...ENDED, put } }, { account: 'anna' });
  expect(said).toHaveBeenCalledWith(expect.stringContaining('end-not-listed'));
});
