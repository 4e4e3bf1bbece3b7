/** The fetcher, with a network that is the test's own. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import fetcher from './fetcher.ts';

const sent: Request[] = [];
let answers: (() => Response | Promise<Response>)[];

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(new Request(url, init));
    const answer = answers.shift();
    if (!answer) throw new Error('connecting to somewhere is not allowed');
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const redirect = (status: number, location: string) => () =>
  new Response('moved', { status, headers: { Location: location, 'Set-Cookie': 'a=b' } });
const picture = () =>
  new Response('picture', { headers: { 'Set-Cookie': 'a=b', ETag: 'x', 'Content-Type': 'image/png' } });

async function ask(url: string, signal?: AbortSignal) {
  const body = JSON.stringify({ url, ownHosts: ['api.service.example'] });
  return fetcher.fetch(new Request('http://fetcher/', { method: 'POST', body, signal }));
}

test('a picture comes as bytes alone, and is asked for without anything of the caller', async () => {
  answers = [picture];
  const answer = await ask('https://a.example/b.png?c#d');
  expect(answer.status).toBe(200);
  expect([...answer.headers]).toEqual([['content-type', 'application/octet-stream']]);
  expect(await answer.text()).toBe('picture');
  expect(sent.map(({ method, url, redirect }) => [method, url, redirect])).toEqual([
    ['GET', 'https://a.example/b.png?c', 'manual'],
  ]);
  expect([...sent[0].headers]).toEqual([
    ['accept', 'image/*'],
    ['user-agent', 'Edgematte'],
  ]);
});

test('three redirects are followed, relative ones too', async () => {
  answers = [redirect(301, '/two'), redirect(302, 'https://b.example/three'), redirect(308, 'four'), picture];
  expect(await (await ask('http://a.example/one')).text()).toBe('picture');
  expect(sent.map(({ url }) => url)).toEqual([
    'http://a.example/one',
    'http://a.example/two',
    'https://b.example/three',
    'https://b.example/four',
  ]);
});

test('dots at the end of a host are left out, at a redirect too', async () => {
  answers = [redirect(302, 'https://b.example.../two'), picture];
  expect(await (await ask('http://a.example../one')).text()).toBe('picture');
  expect(sent.map(({ url }) => url)).toEqual(['http://a.example/one', 'https://b.example/two']);
});

test('a fourth one is an answer as any other', async () => {
  answers = Array.from({ length: 9 }, () => redirect(307, '/again'));
  const answer = await ask('https://a.example/');
  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({ why: 'status', status: 307 });
  expect(sent).toHaveLength(4);
});

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  '//169.254.169.254/latest/meta-data',
  'https://api.service.example/',
  'https://api.service.example../',
  'http://127.0.0.1../',
  'http://0x7f.1../',
  'http://[::ffff:10.0.0.1]/',
  'ftp://a.example/',
  'https://me:word@a.example/',
  'https://a.example:8443/',
  'http://%',
])('a redirect to %s is not followed', async (location) => {
  answers = [redirect(302, location), picture];
  const answer = await ask('https://a.example/');
  expect(await answer.json()).toEqual({ why: 'not-allowed' });
  expect(sent).toHaveLength(1);
});

test('an address that is not allowed is not asked', async () => {
  answers = [picture];
  expect(await (await ask('http://10.0.0.1/')).json()).toEqual({ why: 'not-allowed' });
  expect(sent).toHaveLength(0);
});

test('where nothing answers there is no word of why', async () => {
  answers = [];
  const answer = await ask('https://a.example/');
  expect([answer.status, await answer.json()]).toEqual([422, { why: 'unreachable' }]);
});

test.each([204, 206, 304, 400, 401, 403, 404, 410, 418, 429, 500, 503])(
  'a status of %i is all that is passed on',
  async (status) => {
    answers = [
      () => new Response([204, 304].includes(status) ? null : 'secret', { status, headers: { 'X-Secret': 'yes' } }),
    ];
    const answer = await ask('https://a.example/');
    expect(await answer.json()).toEqual({ why: 'status', status });
    expect(answer.headers.has('X-Secret')).toBe(false);
  },
);

test('the body of an answer that is no picture is let go of, whether it is followed or not', async () => {
  const left: number[] = [];
  const endless = (status: number, headers: Record<string, string>) => () => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1024)),
      cancel: () => void left.push(status),
    });
    return new Response(body, { status, headers });
  };
  answers = [endless(302, { Location: '/next' }), endless(404, {})];
  expect(await (await ask('https://a.example/')).json()).toEqual({ why: 'status', status: 404 });
  expect(left).toEqual([302, 404]);
});

test('an answer whose body cannot be let go of is refused as any other', async () => {
  const body = new ReadableStream({
    cancel() {
      throw new Error('it is gone');
    },
  });
  answers = [() => new Response(body, { status: 500 })];
  expect(await (await ask('https://a.example/')).json()).toEqual({ why: 'status', status: 500 });
});

test('what is not read is not fetched, and a reader that leaves ends it', async () => {
  let pulls = 0;
  let cancelled = false;
  const body = new ReadableStream({
    pull(controller) {
      pulls++;
      controller.enqueue(new Uint8Array(1024));
    },
    cancel() {
      cancelled = true;
    },
  });
  answers = [() => new Response(body)];
  const reader = (await ask('https://a.example/')).body?.getReader();
  await reader?.read();
  expect(pulls).toBeLessThan(5);
  await reader?.cancel();
  expect(cancelled).toBe(true);
});
