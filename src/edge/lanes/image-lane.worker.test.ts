/** What the image lane is told of a call. */
import { expect, test } from 'vitest';
import type { Header } from '../../pipeline/picture/header.ts';
import { readLaneRequest } from '../../protocol/lane/request.ts';
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

/** The head of what the lane gets for a call that this ledger has admitted. */
async function told(caller: string): Promise<{ path: string; headers: Headers }> {
  let headers = new Headers();
  let path = '';
  const fetch = async (url: string, init: RequestInit) => {
    path = url.replace('http://lane', '');
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
  return { path, headers };
}

function callerOf({ path, headers }: { path: string; headers: Headers }): string | undefined {
  return readLaneRequest(path, (name) => headers.get(name))?.caller;
}

test('whose turn it takes, without what would name the key', async () => {
  const [one, again, other] = [await told('ledger-1'), await told('ledger-1'), await told('ledger-2')];
  expect(callerOf(one)).toBe(await callerName('ledger-1', 'secret'));
  expect(callerOf(again)).toBe(callerOf(one));
  expect(callerOf(other)).not.toBe(callerOf(one));
  expect([...one.headers.values()].join()).not.toContain('ledger-1');
});
