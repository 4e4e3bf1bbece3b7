/** Which forms reach a page, and who reaches a page of one's own. */
import { env } from 'cloudflare:test';
import { Hono } from 'hono';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { csrfToken, visitorSubject } from '../../accounts/csrf.ts';
import { base, deployment, sessionSecret } from '../testing/deployment.ts';
import { type Browser, signedInBrowser } from '../testing/signed-in.ts';
import { onRefusal, ownVisit, type Visit, type Visited, visiting, visitingSignedIn } from './visit.tsx';

const bindings = deployment(env);
/** What the pages saw. */
const visits: Visit[] = [];

const app = new Hono<Visited>();
app.onError(onRefusal);
app.use('/open/*', visiting());
app.use('/own/*', visitingSignedIn());
app.all('*', (context) => {
  visits.push(context.get('visit'));
  return context.text('the page');
});

let ada: Browser;
let bob: Browser;
let visitorToken: string;
beforeAll(async () => {
  [ada, bob] = [await signedInBrowser(base, bindings), await signedInBrowser(base, bindings)];
  visitorToken = await csrfToken(visitorSubject, sessionSecret);
});
beforeEach(() => void visits.splice(0));

const formType = 'application/x-www-form-urlencoded';

interface Sent {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  /** The field `csrf` of the form, unless there is a body. */
  readonly csrf?: string;
  /** Who is signed in. */
  readonly by?: Browser;
  readonly type?: string;
}

/** Sends a form from one of our pages, but for what is named. */
function post({ path = '/open/form', headers = { Origin: base }, body, csrf, by, type = formType }: Sent) {
  const fields = csrf === undefined ? 'note=hello' : `note=hello&csrf=${csrf}`;
  const cookie: Record<string, string> = by ? { Cookie: by.cookie } : {};
  const all = { 'Content-Type': type, ...cookie, ...headers };
  return app.request(`${base}${path}`, { method: 'POST', headers: all, body: body ?? fields }, bindings);
}

const get = (path: string, by?: Browser) =>
  app.request(`${base}${path}`, { headers: by ? { Cookie: by.cookie } : {} }, bindings);

describe('a form of one of our pages', () => {
  test('of somebody who is not signed in is taken with the token of visitors', async () => {
    const answer = await post({ csrf: visitorToken });
    expect([answer.status, await answer.text()]).toEqual([200, 'the page']);
    expect(visits).toMatchObject([{ who: null, token: visitorToken }]);
    expect(Object.fromEntries(visits[0].form)).toEqual({ note: 'hello', csrf: visitorToken });
  });

  test.each(['/open/form', '/own/form'])(
    'of somebody who is signed in is taken with the token of the session: %s',
    async (path) => {
      const answer = await post({ path, by: ada, csrf: ada.token });
      expect(answer.status).toBe(200);
      // The browser is known from now on.
      expect(answer.headers.get('Set-Cookie')).toMatch(/^__Host-edgematte\.known=[^;]+;/);
      expect(visits).toMatchObject([{ who: { email: ada.email }, token: ada.token }]);
      expect(visits[0].form.get('note')).toBe('hello');
    },
  );

  test.each([
    ['Origin alone', { Origin: base }],
    ['Sec-Fetch-Site alone', { 'Sec-Fetch-Site': 'same-origin' }],
    ['both', { Origin: base, 'Sec-Fetch-Site': 'same-origin' }],
  ])('is known by %s', async (_, headers) => {
    expect((await post({ headers, csrf: visitorToken })).status).toBe(200);
  });

  test.each([`${formType}; charset=utf-8`, 'Application/X-WWW-Form-Urlencoded'])('is of the type %s', async (type) => {
    expect((await post({ type, csrf: visitorToken })).status).toBe(200);
  });

  test('may come in pieces that cut a character', async () => {
    const bytes = new TextEncoder().encode(`csrf=${visitorToken}&note=Grüße`);
    const cut = bytes.indexOf(0xc3) + 1;
    const body = new ReadableStream({
      type: 'bytes',
      start: (controller) => {
        for (const piece of [bytes.slice(0, cut), bytes.slice(cut)]) controller.enqueue(piece);
        controller.close();
      },
    });
    expect((await post({ body })).status).toBe(200);
    expect(visits[0].form.get('note')).toBe('Grüße');
  });

  test('has at most 64 KiB', async () => {
    const formOf = (length: number) => `csrf=${visitorToken}&note=`.padEnd(length, 'x');
    expect((await post({ body: formOf(65_536) })).status).toBe(200);
    expect((await post({ body: formOf(65_537) })).status).toBe(403);
  });
});

describe('no page sees a form', () => {
  const strange: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: `${base}.evil.example` },
    { Origin: 'http://cutouts.example.org' },
    { Origin: base, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: base, 'Sec-Fetch-Site': 'same-site' },
    {},
  ];
  const fromElsewhere = strange.map((headers): [string, () => Sent] => [
    `from elsewhere: ${JSON.stringify(headers)}`,
    () => ({ headers, by: ada, csrf: ada.token }),
  ]);
  const ofSessions: [string, () => Sent][] = [
    ...fromElsewhere,
    ['of a session without a token', () => ({ by: ada })],
    ['of a session with an empty token', () => ({ by: ada, csrf: '' })],
    ['of a session with a made-up token', () => ({ by: ada, csrf: '0'.repeat(64) })],
    ['of a session with the token of visitors', () => ({ by: ada, csrf: visitorToken })],
    ['of a session with the token of another', () => ({ by: ada, csrf: bob.token })],
    ['of a session with its token in a body that is no form', () => ({ by: ada, csrf: ada.token, type: 'text/plain' })],
  ];
  const ofVisitors: [string, () => Sent | Promise<Sent>][] = [
    ['of a visitor without a token', () => ({})],
    ['of a visitor with the token of a session', () => ({ csrf: ada.token })],
    ['with a token under another secret', async () => ({ csrf: await csrfToken(visitorSubject, 'another secret') })],
    ['that is JSON', () => ({ type: 'application/json', body: JSON.stringify({ csrf: visitorToken }) })],
    ['with its token in the address', () => ({ path: `/open/form?csrf=${visitorToken}` })],
  ];

  test.each([...ofSessions, ...ofVisitors])('%s', async (_, sent) => {
    const answer = await post(await sent());
    expect([answer.status, answer.headers.get('X-Error-Code')]).toEqual([403, 'STRANGE_ORIGIN']);
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toContain('This form was not sent by a page of this service');
    expect(visits).toEqual([]);
  });

  test.each(ofSessions)('at a page of one’s own, %s', async (_, sent) => {
    expect((await post({ ...sent(), path: '/own/form' })).status).toBe(403);
    expect(visits).toEqual([]);
  });
});

describe('a page', () => {
  test('that is only looked at needs no token, and has no form', async () => {
    expect((await get('/open/page?csrf=1')).status).toBe(200);
    expect((await get('/own/page', ada)).status).toBe(200);
    expect(visits).toMatchObject([
      { who: null, token: visitorToken },
      { who: { email: ada.email }, token: ada.token },
    ]);
    expect(visits.map(({ form }) => form.size)).toEqual([0, 0]);
  });

  test('of an account leads visitors who are not signed in to the sign-in, and back', async () => {
    const led = await get('/own/page?a=1&b=%20');
    expect([led.status, led.headers.get('Location')]).toEqual([
      303,
      `/sign-in?next=${encodeURIComponent('/own/page?a=1&b=%20')}`,
    ]);
    const posted = await post({ path: '/own/page?a=1', csrf: visitorToken });
    expect([posted.status, posted.headers.get('Location')]).toEqual([303, '/sign-in?next=%2Fdashboard']);
    expect(visits).toEqual([]);
  });

  test('of one’s own is not shown for the cookie of a session that is none', async () => {
    const cookie = ada.cookie.replace(/=.{4}/, '=abcd');
    expect((await get('/own/page', { ...ada, cookie })).status).toBe(303);
    expect(visits).toEqual([]);
  });

  test('where accounts are not set up says so, also to a form', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await app.request(`${base}/open/page`, { method }, { ...bindings, SESSION_SECRET: '' });
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain('Accounts are not set up');
    }
    expect(visits).toEqual([]);
  });

  test('that asks for somebody who is signed in is never made without', async () => {
    const careless = new Hono<Visited>();
    careless.use('*', visiting());
    careless.onError((failure, context) => context.text(failure.message, 500));
    careless.get('/', (context) => context.text(ownVisit(context).who.email));
    const answer = await careless.request(base, {}, bindings);
    expect([answer.status, await answer.text()]).toEqual([500, 'Nobody is signed in on a page that asks for it']);
    expect(await (await careless.request(base, { headers: { Cookie: ada.cookie } }, bindings)).text()).toBe(ada.email);
  });
});
