/** What the image lane is told of a call. */
import { expect, test } from 'vitest';
import type { Header } from '../../pipeline/picture/header.ts';
import { Belongings } from '../belongings.ts';
import { callerName } from '../caller.ts';
import { type Environment, unconfigured } from '../environment.ts';
import type { Exchange } from '../exchange.ts';
import { Timings } from '../timings.ts';
import { runInContainer } from './image-lane.ts';

const header: Header = {
  format: 'bmp',
  widthPx: 1,
  heightPx: 1,
  orientation: 1,
  colour: 'rgb',
  bitsPerSample: 8,
  hasAlpha: false,
  animated: false,
  wholeFrame: false,
  hasIcc: false,
};

/** Headers that the lane gets for a call that this ledger has admitted. */
async function told(caller: string): Promise<Headers> {
  let headers = new Headers();
  const fetch = async (_url: string, init: RequestInit) => {
    headers = new Headers(init.headers);
    return Response.json({ error: 'The image lane is full' }, { status: 503, headers: { 'Retry-After': '2' } });
  };
  const exchange: Exchange = {
    request: new Request('https://api.example.com/'),
    requestId: 'r1',
    env: { INFERENCE: { fetch } } as unknown as Environment,
    settings: { ...unconfigured, keyHashSecret: 'secret' },
    timings: new Timings(),
    waitUntil: () => {},
    rate: null,
    caller,
  };
  const task = { kind: 'matte', imageType: true } as const;
  const work = { file: new Uint8Array(3), header, task, deadlineMs: Date.now() + 60_000 };
  const belongings = new Belongings(new AbortController().signal, 'r1');
  await expect(runInContainer(exchange, work, belongings)).rejects.toThrow('The image lane is full');
  return headers;
}

test('whose turn it takes, without what would name the key', async () => {
  const [one, again, other] = [await told('ledger-1'), await told('ledger-1'), await told('ledger-2')];
  expect(one.get('X-Caller')).toBe(await callerName('ledger-1', 'secret'));
  expect(again.get('X-Caller')).toBe(one.get('X-Caller'));
  expect(other.get('X-Caller')).not.toBe(one.get('X-Caller'));
  expect([...one.values()].join()).not.toContain('ledger-1');
});
