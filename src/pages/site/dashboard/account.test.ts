/** What the page of one's own account shows in each state. */
import { describe, expect, test, vi } from 'vitest';
import type { OwnSession } from '../../accounts/profile.ts';
import { formsOf, linksOf, noticesOf, partOf, partsOf, textOf } from '../testing/html.ts';
import { htmlOf, visitOf } from '../testing/visit.ts';
import { AccountPage, type Wrong } from './account.tsx';

vi.mock('./notices.tsx', () => ({ WalletNotices: () => null }));

const session: OwnSession = {
  id: 'session-1',
  userAgent: '',
  createdAtMs: Date.UTC(2026, 10, 26, 14, 5),
  isThisOne: true,
};
const page = (more: object = {}, visit = visitOf()) => htmlOf(AccountPage({ visit, sessions: [session], ...more }));
const actions = (html: string) => formsOf(html).map(({ action }) => action.replace('/dashboard/account/', ''));

describe('a session is called by its browser and system', () => {
  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130 Safari/537.36', 'Chrome on Windows'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/130 Safari/537.36 Edg/130', 'Edge on Windows'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/130 Safari/537.36 OPR/115', 'Opera on Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18 Safari/605', 'Safari on macOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18 like Mac OS X) Version/18 Safari/604', 'Safari on iPhone'],
    ['Mozilla/5.0 (iPad; CPU OS 18 like Mac OS X) Version/18 Safari/604', 'Safari on iPad'],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/130 Mobile Safari/537.36', 'Chrome on Android'],
    ['Something (Linux)', 'A browser on Linux'],
    ['Firefox/128.0', 'Firefox'],
    ['curl/8', 'Another program'],
    ['', 'Another program'],
  ])('%s: %s', async (userAgent, name) => {
    const html = await page({ sessions: [{ ...session, userAgent, isThisOne: false }] });
    const [shown] = partsOf(partOf(html, 'ul', 'class="sessions"'), 'li');
    expect(textOf(shown)).toBe(`${name} since 26 Nov 2026, 14:05 UTC End`);
    expect(shown).toContain(`aria-label="End the session of ${name}"`);
  });

  test('and all but this one have a form that ends them', async () => {
    const html = await page({ sessions: [session, { ...session, id: 'session-2', isThisOne: false }] });
    const [own, other] = partsOf(partOf(html, 'ul', 'class="sessions"'), 'li');
    expect([textOf(own).includes('(this one)'), formsOf(own)]).toEqual([true, []]);
    expect(textOf(other)).not.toContain('(this one)');
    const [{ method, action, fields }] = formsOf(other);
    expect([method, action]).toEqual(['post', '/dashboard/account/sessions']);
    expect(fields).toContainEqual(['session', 'session-2']);
    expect(fields).toContainEqual(['csrf', visitOf().token]);
  });
});

describe('the forms', () => {
  test('are these, each with the token of the session', async () => {
    const html = await page();
    expect(actions(html)).toEqual([
      ...['name', 'email', 'password', 'second-factor', 'sessions', '/sign-out', 'delete'],
    ]);
    for (const { method, fields, html: form } of formsOf(html)) {
      expect([method, fields[0]]).toEqual(['post', ['csrf', visitOf().token]]);
      expect(textOf(partOf(form, 'button'))).not.toBe('');
    }
    expect(linksOf(html).map(([href]) => href)).toContain('/dashboard/account/export.json');
  });

  test('hold the name as it is, as text', async () => {
    const html = await page({}, visitOf({ name: '"><script>' }));
    expect(formsOf(html)[0].fields).toContainEqual(['name', '"><script>']);
    expect(html).not.toContain('"><script>');
  });

  test('set up a second factor, or end the one that there is', async () => {
    expect(actions(await page({}, visitOf({ hasSecondFactor: true })))[3]).toBe('second-factor/end');
    const danger = async (hasSecondFactor: boolean) =>
      formsOf(await page({}, visitOf({ hasSecondFactor }))).flatMap(({ action, html }) =>
        html.includes('<button class="danger"') ? [action.replace('/dashboard/account/', '')] : [],
      );
    expect(await danger(true)).toEqual(['second-factor/end', 'delete']);
    expect(await danger(false)).toEqual(['delete']);
  });

  test('take at most what the service takes', async () => {
    const html = await page();
    expect(html).toMatch(/<input id="name"[^>]*maxlength="100"/);
    expect(html).toMatch(/<input id="new-password"[^>]*minlength="10" maxlength="128"/);
  });

  test('ask for the password by ids of their own', async () => {
    const ids = [...(await page()).matchAll(/id="([\w-]+)" name="password"/g)].map(([, id]) => id);
    expect(ids).toEqual(['email-password', 'old-password', 'factor-password', 'delete-password']);
  });
});

describe('what is said', () => {
  test('is what was just done', async () => {
    expect(noticesOf(await page({ done: 'Saved.' }))).toEqual([['done', 'Saved.']]);
    expect(noticesOf(await page())).toEqual([]);
  });

  const wrongs: [Wrong['action'], Wrong['field'], string][] = [
    ['name', 'name', 'name'],
    ['email', 'email', 'email'],
    ['email', 'password', 'email-password'],
    ['password', 'password', 'old-password'],
    ['password', 'new-password', 'new-password'],
    ['second-factor', 'password', 'factor-password'],
    ['delete', 'password', 'delete-password'],
  ];
  test.each(wrongs)('is what is wrong, at its field alone: %s, %s', async (action, field, id) => {
    const html = await page({ wrong: { action, field, text: 'Wrong.' } });
    expect([...html.matchAll(/<p class="note wrong" id="([^"]*)">Wrong\.</g)].map(([, at]) => at)).toEqual([
      `${id}-wrong`,
    ]);
    expect(html.match(/<input[^>]*autofocus[^>]*>/g)?.map((input) => / id="([^"]*)"/.exec(input)?.[1])).toEqual([id]);
  });

  test('also of a factor that is to end', async () => {
    const wrong: Wrong = { action: 'second-factor/end', field: 'password', text: 'Wrong.' };
    expect(await page({ wrong }, visitOf({ hasSecondFactor: true }))).toContain('id="factor-password-wrong"');
    expect(await page({ wrong })).not.toContain('factor-password-wrong');
  });
});
