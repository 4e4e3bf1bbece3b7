import { describe, expect, test } from 'vitest';
import { browserOf, knownBrowser, markBrowser } from './known-browser.ts';

const local = { secret: 'a secret', formerSecrets: [] as string[], isLocal: true };
const deployed = { ...local, isLocal: false };

const withCookie = (cookie: string) => new Request('https://cutouts.example.org/', { headers: { Cookie: cookie } });
const strange = new Request('https://cutouts.example.org/');

/** The cookie that a mark sets, as a browser sends it back. */
async function marked(email: string, request = strange, setup = local): Promise<Request> {
  const cookie = await markBrowser(email, request, setup);
  if (cookie === null) throw new Error('The browser was marked already');
  return withCookie(`other=1; ${cookie.split(';')[0]}`);
}

describe('a browser that has signed in before', () => {
  test('is known for the address that it signed in with, however that is written, and for no other', async () => {
    const request = await marked('Ada@example.org');
    expect(await browserOf(' ada@EXAMPLE.org', request, local)).toEqual(await knownBrowser(request, local));
    expect(await browserOf('eve@example.org', request, local)).toBeNull();
    expect(await browserOf('ada+eve@example.org', request, local)).toBeNull();
  });

  test('keeps its name, and is known for the last four addresses', async () => {
    let request = await marked('p0@example.org');
    const id = (await knownBrowser(request, local))?.id;
    expect(id).toMatch(/^[0-9A-Za-z]{22}$/);
    for (const count of [1, 2, 3, 4]) request = await marked(`p${count}@example.org`, request);
    expect((await knownBrowser(request, local))?.id).toBe(id);
    const known = await Promise.all([0, 1, 2, 3, 4].map((count) => browserOf(`p${count}@example.org`, request, local)));
    expect(known.map(Boolean)).toEqual([false, true, true, true, true]);
  });

  test('is marked once', async () => {
    expect(await markBrowser('ada@example.org', await marked('ada@example.org'), local)).toBeNull();
  });

  test('has a name of its own', async () => {
    const [one, other] = [await marked('ada@example.org'), await marked('ada@example.org')];
    expect((await knownBrowser(one, local))?.id).not.toBe((await knownBrowser(other, local))?.id);
  });
});

test('the mark is a cookie that no script reads, and Secure but on this machine', async () => {
  const attributes = async (setup: typeof local) => (await markBrowser('ada@example.org', strange, setup))?.split('; ');
  const always = ['Max-Age=31536000', 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  expect(await attributes(local)).toEqual([expect.stringMatching(/^edgematte\.known=/), ...always]);
  const [name, ...rest] = (await attributes(deployed)) ?? [];
  expect(name).toMatch(/^__Host-edgematte\.known=/);
  expect(rest.toSorted()).toEqual([...always, 'Secure'].toSorted());
});

test('the mark shows no address, and is short', async () => {
  const known = await knownBrowser(await marked('ada@example.org'), local);
  expect(known?.addresses).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect((await marked('ada@example.org')).headers.get('Cookie')).not.toMatch(/ada|example/);
});

test('a mark under a former secret counts, and is made anew under that of today', async () => {
  const request = await marked('ada@example.org');
  const rotated = { ...local, secret: 'another', formerSecrets: ['a third', 'a secret'] };
  const known = await browserOf('ada@example.org', request, rotated);
  expect(known).toEqual(await browserOf('ada@example.org', request, local));
  expect(await browserOf('bob@example.org', request, rotated)).toBeNull();
  const renewed = await markBrowser('ada@example.org', request, rotated);
  const again = withCookie(String(renewed).split(';')[0]);
  expect(await browserOf('ada@example.org', again, { ...rotated, formerSecrets: [] })).toMatchObject({ id: known?.id });
});

describe('nobody is known', () => {
  test('without a cookie, by a mark that was changed, or by that of another secret', async () => {
    const request = await marked('ada@example.org');
    const cookie = request.headers.get('Cookie') ?? '';
    expect(await knownBrowser(strange, local)).toBeNull();
    expect(await knownBrowser(withCookie(cookie.replace('known=', 'known=x')), local)).toBeNull();
    expect(await knownBrowser(request, { ...local, secret: 'another' })).toBeNull();
    expect(await knownBrowser(request, { ...local, secret: 'another', formerSecrets: ['a third'] })).toBeNull();
    expect(await knownBrowser(withCookie('edgematte.known=ada'), local)).toBeNull();
  });

  test('by a mark of this machine on a deployment', async () => {
    expect(await knownBrowser(await marked('ada@example.org'), deployed)).toBeNull();
  });
});
