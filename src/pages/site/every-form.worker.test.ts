/** Every route that takes a form, as the pages have them: none takes one from elsewhere, or without its token. */
import { env } from 'cloudflare:test';
import type { Hono } from 'hono';
import { beforeAll, describe, expect, test } from 'vitest';
import { operatorPages } from './operator/routes.tsx';
import { pages } from './pages.ts';
import { base, deployment } from './testing/deployment.ts';
import { type Browser, signedInBrowser } from './testing/signed-in.ts';

const bindings = deployment(env);
const operator = operatorPages(async () => ({ parts: [], lanes: [], queues: [], networks: [] }));

let browser: Browser;
beforeAll(async () => {
  browser = await signedInBrowser(base, bindings);
  await bindings.DIRECTORY.prepare('UPDATE accounts SET isOperator = 1, twoFactorEnabled = 1 WHERE id = ?')
    .bind(browser.accountId)
    .run();
});

interface App extends Pick<Hono, 'routes'> {
  request(url: string, init: RequestInit, env: typeof bindings): Response | Promise<Response>;
}
const apps: readonly App[] = [pages, operator];
const routes = apps.flatMap((app) => app.routes.map(({ method, path }) => ({ app, method, path })));
/** Each path once, with something in place of its parameters. */
const forms = new Map(
  routes.flatMap(({ app, method, path }) =>
    method === 'POST' ? [[path.replace(/:\w+\{(\w+)[^}]*\}/g, '$1').replace(/:\w+/g, 'x'), app] as const] : [],
  ),
);

test('forms come by POST, which is what is checked', () => {
  expect(new Set(routes.map(({ method }) => method))).toEqual(new Set(['ALL', 'GET', 'POST']));
  expect([...forms.keys()]).toEqual(
    expect.arrayContaining([
      ...['/sign-up', '/sign-in', '/sign-out', '/reset-password', '/dashboard/keys', '/dashboard/keys/x/revoke'],
      ...['/dashboard/account/delete', '/billing/checkout', '/operator/accounts/x/top-up', '/operator/invitations'],
    ]),
  );
});

describe.each([...forms])('%s', (path, app) => {
  const post = (csrf: string, headers: Record<string, string>) => {
    const all = { Cookie: browser.cookie, ...headers };
    return app.request(
      `${base}${path}`,
      { method: 'POST', headers: all, body: new URLSearchParams({ csrf }) },
      bindings,
    );
  };

  test('takes no form from elsewhere', async () => {
    const elsewhere: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: base, 'Sec-Fetch-Site': 'cross-site' },
    ];
    for (const headers of elsewhere) {
      const answer = await post(browser.token, headers);
      expect([answer.status, answer.headers.get('X-Error-Code')]).toEqual([403, 'STRANGE_ORIGIN']);
    }
  });

  test('takes no form without the token of its session', async () => {
    for (const csrf of ['', '0'.repeat(64)]) {
      const answer = await post(csrf, { Origin: base });
      expect([answer.status, answer.headers.get('X-Error-Code')]).toEqual([403, 'STRANGE_ORIGIN']);
    }
  });
});
