/** Every page of the lists: who is turned away, what is around it, and that it can be used where no script runs. */
import { createExecutionContext, env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { keptOfPhotos } from '../../contract/kept-of-photos.ts';
import { Playground } from '../../edge/admit/playground-entrypoint.ts';
import { ServiceState } from '../../edge/health/service-state.ts';
import { accountsSetup } from '../accounts/environment.ts';
import { makeKey } from '../accounts/own-keys.ts';
import { addIncident } from '../operator/incidents.ts';
import { type ListName, type PageList, type PathOf, pageLists, tabsOf } from './map/page-lists.ts';
import { operatorPages } from './operator/routes.tsx';
import { pages } from './pages.ts';
import { attributeOf, linksOf, partOf, partsOf, textOf } from './testing/html.ts';
import { type Browser, signedInBrowser } from './testing/signed-in.ts';

const base = 'http://127.0.0.1:8787';
/** Files of the build, which Workers are not given in tests. */
const assets = { fetch: async () => new Response('<h1>A text</h1>') } as Pick<Fetcher, 'fetch'> as Fetcher;
const bindings = {
  ...env,
  ASSETS: assets,
  SESSION_SECRET: 'a secret of the tests, long enough for all',
  LOCAL_MAIL: 'on',
  START_WORD: 'a-word',
  TRUSTED_ADDRESS_HEADER: '',
  PLAYGROUND: new Playground(createExecutionContext(), env),
  SERVICE_STATE: new ServiceState(createExecutionContext(), env),
};
const operator = operatorPages(async () => ({ parts: [], lanes: [], queues: [], networks: [] }));

let customer: Browser;
let olive: Browser;
let keyId: string;
let incidentId: string;
beforeAll(async () => {
  [customer, olive] = [await signedInBrowser(base, bindings), await signedInBrowser(base, bindings)];
  await bindings.DIRECTORY.prepare('UPDATE accounts SET isOperator = 1, twoFactorEnabled = 1 WHERE id = ?')
    .bind(olive.accountId)
    .run();
  const setup = accountsSetup(new Request(base), bindings);
  const made =
    setup && (await makeKey(customer.accountId, 'test', { name: null, operations: null, limit: null }, setup));
  if (!made || made === 'full') throw new Error('No key was made');
  keyId = made.record.id;
  const written = { title: 'Late answers', text: 'For a minute.', beganAtMs: 1, endedAtMs: null };
  incidentId = await addIncident({ accountId: olive.accountId, email: olive.email }, written, bindings);
});

type ListedPath = { [Name in ListName]: PathOf<Name> }[ListName];

/** What a page is of, by path. */
const examples: Readonly<Record<Extract<ListedPath, `${string}:${string}`>, () => string>> = {
  '/dashboard/keys/:id': () => `/dashboard/keys/${keyId}`,
  '/operator/accounts/:id': () => `/operator/accounts/${customer.accountId}`,
  '/operator/incidents/:id': () => `/operator/incidents/${incidentId}`,
};
const example: Readonly<Record<string, () => string>> = examples;

const listed = Object.entries<PageList>(pageLists).flatMap(([name, { guard, pages: all }]) =>
  all.map((page) => ({ list: name as ListName, guard, ...page })),
);

async function open(path: string, cookie = '') {
  const address = example[path]?.() ?? path;
  const app = path.startsWith('/operator') ? operator : pages;
  const answer = await app.request(
    `${base}${address}`,
    { headers: { Cookie: cookie } },
    bindings,
    createExecutionContext(),
  );
  const { status, headers } = answer;
  return { address, status, location: headers.get('Location'), text: await answer.text() };
}

const starter = 'edgematte.start=a-word';
/** Cookies of somebody whom a guard lets in. */
const letIn = () => ({
  anybody: '',
  visitor: '',
  'signed-in': customer.cookie,
  operator: olive.cookie,
  starter,
});

describe('visitors who may not see a page are turned away', () => {
  test.each(listed.filter(({ guard }) => guard !== 'anybody' && guard !== 'visitor'))(
    '$guard: $path',
    async ({ path, guard }) => {
      const stranger = await open(path);
      const toSignIn = `/sign-in?next=${encodeURIComponent(stranger.address)}`;
      expect([stranger.status, stranger.location]).toEqual(guard === 'starter' ? [404, null] : [303, toSignIn]);
      expect(stranger.text).not.toContain('<h1>');
      if (guard === 'signed-in') return;
      const other = await open(path, customer.cookie);
      expect([other.status, other.location]).toEqual([404, null]);
    },
  );
});

describe.each(listed.filter(({ isShownOnce }) => !isShownOnce))('$path', ({ list, path, guard, scripts, styles }) => {
  const opened = () => open(path, letIn()[guard]);

  test('is shown, with its tab, and loads what it says', async () => {
    const { status, text } = await opened();
    expect(status).toBe(200);
    expect(partsOf(text, 'h1')).toHaveLength(1);
    expect(textOf(partOf(text, 'footer'))).toContain(keptOfPhotos);
    const [firstTab] = tabsOf(list);
    const tabs = partsOf(text, 'nav').find((nav) => linksOf(nav)[0]?.[0] === firstTab?.[0]);
    if (tabsOf(list).length > 0) expect(linksOf(tabs ?? '')).toEqual(tabsOf(list));
    const [section] = tabsOf(list)
      .map(([tab]) => tab)
      .filter((tab) => path === tab || path.startsWith(`${tab}/`))
      .sort((one, other) => other.length - one.length);
    const marked = partsOf(tabs ?? '', 'a', 'aria-current="page"').map((tab) => attributeOf(tab, 'href'));
    expect(marked).toEqual(section === undefined ? [] : [section]);
    const loaded = (kind: string) =>
      [...text.matchAll(new RegExp(`="/${kind}/([\\w-]+)\\.\\w+"`, 'g'))].map(([, name]) => name);
    expect(loaded('scripts')).toEqual(scripts ?? []);
    expect(loaded('styles')).toEqual(expect.arrayContaining(['site', ...(styles ?? [])]));
  });

  test('can be used where no script runs, or says that it cannot', async () => {
    const { text } = await opened();
    if (text.includes('<noscript>')) {
      expect(textOf(partOf(text, 'noscript'))).toContain('needs JavaScript');
      return;
    }
    const outside = partsOf(text, 'form').reduce((rest, form) => rest.replace(form, ''), text);
    for (const button of partsOf(outside, 'button')) expect(attributeOf(button, 'hidden'), button).toBe('');
    for (const form of partsOf(text, 'form')) {
      const senders = partsOf(form, 'button').filter((button) => attributeOf(button, 'type') !== 'button');
      expect(senders.length, form).toBeGreaterThan(0);
    }
  });
});

test('what is in no list is no page', async () => {
  const known: readonly string[] = listed.map(({ path }) => path);
  const gets = [...pages.routes, ...operator.routes].filter(
    ({ method, path }) => method === 'GET' && !known.includes(path),
  );
  const others = [...new Set(gets.map(({ path }) => path.replace('*', 'x').replace(':word', 'a-word')))];
  expect(others).toEqual(expect.arrayContaining(['/robots.txt', '/dashboard/credits.csv']));
  for (const path of others) {
    const { text } = await open(path, `${olive.cookie}; ${starter}`);
    expect(text, path).not.toMatch(/<!doctype html>/i);
  }
});
