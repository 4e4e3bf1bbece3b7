/** Which answers leave a line. */
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { jsonAnswer } from './answer.ts';
import { createFront, type Front } from './front.ts';
import { HttpRefusal } from './refusal.ts';

let front: Front | undefined;
afterEach(async () => {
  await front?.drain(0);
});

/** The lines of one call for each path. */
async function linesOf(loggedFromMs: number, ...paths: readonly string[]) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog((line) => lines.push(JSON.parse(line)));
  const handle = ({ parameters }: { readonly parameters: Readonly<Record<string, string>> }) => {
    if (parameters.what === 'refused') throw new HttpRefusal(422, 'no');
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1);
      throw new Error('stopped');
    }
    return parameters.what === 'broken' ? { status: 200, headers: {}, body: broken() } : jsonAnswer(200, {});
  };
  const routes = [{ method: 'GET' as const, pattern: '/:what', handle }];
  front = createFront({ routes, checkToken: () => {}, log, loggedFromMs });
  const port = await front.listen(0, '127.0.0.1');
  for (const path of paths) {
    const headers = { 'X-Request-Id': `r-${path}` };
    await fetch(`http://127.0.0.1:${port}/${path}`, { headers })
      .then((answer) => answer.text())
      .catch(() => {});
  }
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  await front.drain(1000);
  return lines.filter(({ event }) => event === 'request').map(({ requestId, status }) => [requestId, status]);
}

test('successes that took less than asked leave none; refusals and answers that break off do', async () => {
  const loud = [
    ['r-refused', 422],
    ['r-broken', 200],
  ];
  expect(await linesOf(Number.POSITIVE_INFINITY, 'well', 'refused', 'broken')).toEqual(loud);
});

test('asked for all, it writes all', async () => {
  expect(await linesOf(0, 'well')).toEqual([['r-well', 200]]);
});
