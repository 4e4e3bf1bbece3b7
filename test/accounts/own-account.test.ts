/** What one changes of one's own account, and its end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, hiddenField, Person } from '../../testing/person.ts';
import { type Stack, startStack } from '../stack.ts';

const password = 'a long password';
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.stop());

const unescaped = (html: string) => html.replaceAll('&amp;', '&');

async function joined(email: string): Promise<Person> {
  const person = new Person(stack.base);
  await person.join(email, password);
  await person.visit('/dashboard/account');
  return person;
}

describe('a forgotten password', () => {
  it('is chosen anew by a link that works once, and ends all sessions', async () => {
    const ada = await joined('ada@example.org');
    const visitor = new Person(stack.base);
    await visitor.visit('/forgot-password');
    await visitor.submit('/forgot-password', { email: 'Ada@Example.org' });
    const page = await visitor.openLink('ada@example.org');
    const token = hiddenField(page.text, 'token');
    for (const refused of ['short', 'qwertyuiop', 'ada@example.org']) {
      expect((await visitor.submit('/reset-password', { token, password: refused })).status).toBe(422);
    }
    const reset = await visitor.submit('/reset-password', { token, password: 'another long password' });
    expect(reset.location).toBe('/sign-in?done=reset');
    expect((await visitor.follow(reset)).text).toContain('Your new password is set.');
    expect((await visitor.submit('/reset-password', { token, password: 'a third long password' })).status).toBe(410);
    expect((await ada.visit('/dashboard')).location).toBe('/sign-in?next=%2Fdashboard');
    expect((await ada.signIn('ada@example.org', password)).status).toBe(401);
    expect((await ada.signIn('ada@example.org', 'another long password')).location).toBe('/dashboard');
  });
});

describe('the account', () => {
  it('gets another password, which ends all other sessions', async () => {
    const person = await joined('bob@example.org');
    const other = new Person(stack.base);
    await other.signIn('bob@example.org', password);
    const change = (current: string, next = 'another long password') =>
      person.submit('/dashboard/account/password', { password: current, 'new-password': next });
    expect((await change(password, 'bob@example.org')).text).toContain(
      'Please choose a password that is not your address.',
    );
    const refused = await change('wrong password');
    expect(refused.status).toBe(422);
    // At the field of this form, and at no other.
    expect(refused.text.match(/id="[^"]*-wrong"/g)).toEqual(['id="old-password-wrong"']);
    expect(refused.text).toMatch(/id="old-password"[^>]*aria-describedby="old-password-wrong"[^>]*aria-invalid="true"/);
    expect(refused.text).toContain('The current password is wrong.');
    expect((await change(password)).location).toBe('/dashboard/account?done=password');
    expect((await person.visit('/dashboard')).status).toBe(200);
    expect((await other.visit('/dashboard')).status).toBe(303);
  });

  it('gets another address once both agree', async () => {
    const person = await joined('carol@example.org');
    const change = (email: string) => person.submit('/dashboard/account/email', { email, password });
    expect((await change('new-carol@example.org')).location).toBe('/dashboard/account?done=email');
    const first = await person.openLink('carol@example.org');
    const consented = await person.submit('/verify-email', { token: hiddenField(first.text, 'token') });
    expect(consented.location).toBe('/verify-email/done');
    expect((await person.follow(consented)).text).toContain('check the inbox of the new one');
    expect((await person.visit('/dashboard')).text).toContain('carol@example.org');
    const second = await person.openLink('new-carol@example.org');
    await person.submit('/verify-email', { token: hiddenField(second.text, 'token') });
    expect((await person.visit('/dashboard')).text).toContain('new-carol@example.org');
    expect((await new Person(stack.base).signIn('new-carol@example.org', password)).location).toBe('/dashboard');
    expect((await new Person(stack.base).signIn('carol@example.org', password)).status).toBe(401);
    // Another address brings no credits once more.
    expect((await person.visit('/dashboard')).text).toContain('>50<');
  });

  it('does not learn whether another address has an account', async () => {
    const person = await joined('dave@example.org');
    const answer = await person.submit('/dashboard/account/email', { email: 'bob@example.org', password });
    expect(answer.location).toBe('/dashboard/account?done=email');
  });

  it('asks for a code at sign-in once it has a second factor, and accepts each backup code once', async () => {
    const person = await joined('erin@example.org');
    const begin = await person.follow(await person.submit('/dashboard/account/second-factor', { password }));
    const [, secret] = /secret=([A-Z2-7]+)/.exec(begin.text) ?? [];
    const [, backup] = /id="backup-codes">([0-9A-Za-z-]+)/.exec(begin.text) ?? [];
    // Until the first code it is not asked for.
    expect((await new Person(stack.base).signIn('erin@example.org', password)).location).toBe('/dashboard');
    const shown = {
      uri: unescaped(hiddenField(begin.text, 'uri')),
      'backup-codes': hiddenField(begin.text, 'backup-codes'),
    };
    const wrong = await person.submit('/dashboard/account/second-factor/confirm', { ...shown, code: '000000' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('This code is wrong.');
    expect(begin.text).toContain('<svg');
    // Page, QR code, secret and backup codes are as they were.
    const lasting = (text: string) => text.slice(text.indexOf('<h2>1.'), text.indexOf('<h2>3.'));
    expect(lasting(wrong.text)).toBe(lasting(begin.text));
    const forged = { ...shown, uri: 'javascript:alert(1)', code: '000000' };
    expect((await person.submit('/dashboard/account/second-factor/confirm', forged)).location).toBe(
      '/dashboard/account',
    );
    const on = await person.submit('/dashboard/account/second-factor/confirm', { code: codeOf(secret) });
    expect(on.location).toBe('/dashboard/account?done=factor-on');

    const later = new Person(stack.base);
    const first = await later.signIn('erin@example.org', password, '/dashboard/keys');
    expect(first.location).toBe('/sign-in/code?next=%2Fdashboard%2Fkeys');
    expect((await later.visit('/dashboard')).status).toBe(303);
    await later.visit('/sign-in/code?next=%2Fdashboard%2Fkeys');
    expect((await later.submit('/sign-in/code', { code: '000000' })).status).toBe(401);
    // The code of before has switched the factor on, and counts once.
    const code = { code: codeOf(secret, Date.now() + 30_000), next: '/dashboard/keys' };
    expect((await later.submit('/sign-in/code', code)).location).toBe('/dashboard/keys');
    expect((await later.visit('/dashboard')).status).toBe(200);

    const byBackup = async () => {
      const visitor = new Person(stack.base);
      await visitor.follow(await visitor.signIn('erin@example.org', password));
      return (await visitor.submit('/sign-in/code', { code: backup })).status;
    };
    expect([await byBackup(), await byBackup()]).toEqual([303, 401]);

    await person.visit('/dashboard/account');
    await person.submit('/dashboard/account/second-factor/end', { password });
    expect((await new Person(stack.base).signIn('erin@example.org', password)).location).toBe('/dashboard');
  });

  it('ends the first session of a browser with its second sign-in', async () => {
    const person = await joined('ivan@example.org');
    await joined('judy@example.org');
    const kept = new Person(stack.base);
    for (const [name, value] of person.cookies) kept.cookies.set(name, value);
    const other = new Person(stack.base);
    await other.signIn('ivan@example.org', password);
    await person.visit('/dashboard');
    const again = await person.submit('/sign-in', { email: 'judy@example.org', password });
    expect(again.location).toBe('/dashboard');
    expect((await person.visit('/dashboard')).text).toContain('judy@example.org');
    expect((await kept.visit('/dashboard')).location).toBe('/sign-in?next=%2Fdashboard');
    // That of another browser goes on.
    expect((await other.visit('/dashboard')).status).toBe(200);
  });

  it('ends sessions elsewhere', async () => {
    const person = await joined('frank@example.org');
    const others = [new Person(stack.base), new Person(stack.base)];
    for (const other of others) await other.signIn('frank@example.org', password);
    expect((await person.submit('/dashboard/account/sessions')).location).toBe('/dashboard/account?done=sessions');
    for (const other of others) expect((await other.visit('/dashboard')).status).toBe(303);
    expect((await person.visit('/dashboard')).status).toBe(200);
  });

  it('is exported and deleted: keys end, the address is credited no more', async () => {
    const person = await joined('grace@example.org');
    const { key } = await person.makeKey({ name: 'Shop' });
    const { text } = await person.visit('/dashboard/account/export.json');
    expect(JSON.parse(text)).toMatchObject({
      account: { email: 'grace@example.org', second_factor: false },
      wallets: [
        { type: 'test', balance: 50 },
        { type: 'live', balance: 0 },
      ],
      keys: [{ type: 'test', name: 'Shop', charged: 0 }],
      sessions: [{}],
    });
    const credit = () => fetch(`${stack.base}/available-credit`, { headers: { 'X-API-Key': key } });
    expect((await credit()).status).toBe(200);
    await person.visit('/dashboard/account');
    expect((await person.submit('/dashboard/account/delete', { password: 'wrong password' })).status).toBe(422);
    expect((await credit()).status).toBe(200);
    expect((await person.submit('/dashboard/account/delete', { password })).location).toBe('/sign-in?done=deleted');
    expect((await credit()).status).toBe(401);
    expect((await person.visit('/dashboard')).status).toBe(303);
    expect((await new Person(stack.base).signIn('grace@example.org', password)).status).toBe(401);
    const again = await joined('grace@example.org');
    expect((await again.visit('/dashboard')).text).not.toContain('>50<');
  });
});
