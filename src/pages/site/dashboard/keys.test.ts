/** What the pages of keys show in each state, and which forms they hold. */
import { describe, expect, test, vi } from 'vitest';
import { processingOperations } from '../../../contract/operations.ts';
import type { OwnKey } from '../../accounts/own-keys.ts';
import { attributeOf, formsOf, linksOf, noticesOf, partOf, partsOf, rowsOf, textOf } from '../testing/html.ts';
import { htmlOf, visitOf } from '../testing/visit.ts';
import { KeyPage } from './key.tsx';
import { KeysPage, type KeysProps } from './keys.tsx';
import { emptyKeyForm, type KeyForm, NewKeyPage } from './new-key.tsx';

vi.mock('./notices.tsx', () => ({ WalletNotices: () => null }));

const visit = visitOf();
const createdAtMs = Date.UTC(2026, 10, 26, 14, 5);

function keyWith(state: Partial<OwnKey['state']> = {}, record: Partial<OwnKey['record']> = {}): OwnKey {
  return {
    record: {
      id: 'key_1',
      wallet: 'test_ABCDEFGHIJ',
      type: 'test',
      hint: 'wxyz',
      label: 'Shop <1>',
      createdAtMs,
      revokedAtMs: null,
      ...record,
    },
    state: {
      credit: 5,
      balance: 5,
      openHolds: 0,
      expiresAtMs: 0,
      suspended: false,
      ratePerMinute: 60,
      operations: null,
      limit: null,
      charged: 0,
      revoked: false,
      endsAtMs: null,
      ...state,
    } as OwnKey['state'],
  };
}

describe('the list', () => {
  const list = (keys: readonly OwnKey[], more: Partial<KeysProps> = {}) =>
    htmlOf(KeysPage({ visit, keys, lastUse: new Map(), calls: new Map(), sought: '', ...more }));

  test('without a key says so, and offers to make one', async () => {
    const html = await list([]);
    expect(html).not.toContain('<table');
    expect(html).not.toContain('<details');
    expect(textOf(partOf(html, 'h2'))).toBe('No key yet');
    expect(linksOf(partOf(html, 'main')).map(([href]) => href)).toContain('/dashboard/keys/new');
  });

  test('has keys that work apart from those that have ended', async () => {
    const ended = keyWith({ revoked: true, endsAtMs: createdAtMs }, { id: 'key_2', label: 'Old' });
    const html = await list([keyWith(), ended]);
    const [works, over] = partsOf(html, 'table');
    expect(textOf(partOf(html, 'summary'))).toBe('Ended keys (1)');
    expect([rowsOf(works).length, rowsOf(over).length]).toEqual([1, 1]);
    expect([works.includes('key_1'), over.includes('key_2')]).toEqual([true, true]);
    expect(textOf(partOf(works, 'caption'))).not.toBe(textOf(partOf(over, 'caption')));
    expect(html).not.toContain('class="card empty"');
    expect(await list([ended])).toContain('class="card empty"');
  });

  test.each([
    [keyWith(), ['Shop <1>', 'Test', '…wxyz', 'everything', '–', '0', 'never']],
    [
      keyWith({ limit: 2000, charged: 1500, operations: ['removebg'] }, { type: 'live', label: null }),
      ['Key …wxyz', 'Live Restricted', '…wxyz', 'removebg', '–', '1,500 of 2,000', 'never'],
    ],
    [
      keyWith({ operations: ['removebg', 'alpha-channel'], endsAtMs: createdAtMs }),
      ['Shop <1> ends 26 Nov 2026, 14:05 UTC', 'Test Restricted', '…wxyz', '2 operations', '–', '0', 'never'],
    ],
    [
      keyWith({ revoked: true, endsAtMs: createdAtMs }),
      ['Shop <1> ended 26 Nov 2026', 'Test', '…wxyz', 'everything', '–', '0', 'never'],
    ],
  ])('shows what a key is: %#', async (key, cells) => {
    expect(rowsOf(await list([key]))).toEqual([cells]);
  });

  test('shows when a key was last used', async () => {
    const html = await list([keyWith()], { lastUse: new Map([['key_1', createdAtMs]]) });
    expect(rowsOf(html)[0].at(-1)).toBe('26 Nov 2026, 14:05 UTC');
  });

  test('has a line and a sum of the calls of a key', async () => {
    const html = await list([keyWith()], { calls: new Map([['key_1', [0, 1200, 34]]]) });
    expect(rowsOf(html)[0][4]).toBe('1,234');
    expect(attributeOf(partOf(html, 'svg', 'class="spark-line"'), 'aria-label')).toBe('At most 1,200 on a day');
  });

  test.each([
    ['', ['Shop <1>', 'Key …abcd', 'Old shop']],
    ['shop', ['Shop <1>', 'Old shop']],
    ['abcd', ['Key …abcd']],
    ['cd', ['Key …abcd']],
    ['key …abcd', ['Key …abcd']],
    ['gone', []],
  ])('finds by name or last characters: "%s"', async (sought, names) => {
    const keys = [
      keyWith(),
      keyWith({}, { id: 'key_2', label: null, hint: 'abcd' }),
      keyWith({ revoked: true, endsAtMs: createdAtMs }, { id: 'key_3', label: 'Old shop' }),
    ];
    const html = await list(keys, { sought });
    expect(rowsOf(html).map(([name]) => name.replace(/ ended.*/, ''))).toEqual(names);
    const [form] = formsOf(html);
    expect([form.method, form.action]).toEqual(['post', '/dashboard/keys/search']);
    expect(form.fields.filter(([name]) => name !== 'form')).toEqual([
      ['csrf', visit.token],
      ['q', sought],
    ]);
    expect(html.includes('No key is called so.')).toBe(names.length === 0);
    expect(html).not.toContain('No key yet');
    expect(/<details[^>]* open/.test(html)).toBe(sought === 'shop');
  });

  test('offers no search among less than two keys', async () => {
    expect(formsOf(await list([keyWith()]))).toEqual([]);
  });

  test('says what was just done', async () => {
    expect(noticesOf(await list([], { done: 'Done & dusted' }))).toEqual([['done', 'Done & dusted']]);
    expect(noticesOf(await list([]))).toEqual([]);
  });
});

describe('the form of a new key', () => {
  const form = async (changes: Partial<KeyForm> = {}) => {
    const html = await htmlOf(NewKeyPage({ visit, form: { ...emptyKeyForm, ...changes } }));
    return { html, fields: formsOf(html)[0].fields.filter(([name]) => name !== 'form') };
  };

  test('asks for a test key that may do everything, at first', async () => {
    const { html, fields } = await form();
    const [{ method, action }] = formsOf(html);
    expect([method, action]).toEqual(['post', '/dashboard/keys']);
    expect(fields).toEqual([
      ['csrf', visit.token],
      ['type', 'test'],
      ['name', ''],
      ['scope', 'all'],
      ['limit', ''],
    ]);
    expect(noticesOf(html)).toEqual([]);
    expect(html).not.toContain('aria-invalid');
  });

  test('offers every operation and the calls of remove.bg, each with what it does', async () => {
    const { html } = await form();
    const offered = [...html.matchAll(/name="operation" value="([^"]*)"/g)].map(([, name]) => name);
    expect(offered).toEqual([...processingOperations.map(({ name }) => name), 'removebg']);
    for (const choice of partsOf(partOf(html, 'fieldset', 'class="scope"'), 'label')) {
      expect(textOf(choice.replace(/<code>.*?<\/code>/, '')).length).toBeGreaterThan(5);
    }
  });

  test('is shown again as it was sent, with what is wrong at its field', async () => {
    const { html, fields } = await form({
      type: 'live',
      name: '"Shop"',
      limit: '1e3',
      operations: ['alpha-channel'],
      wrong: { name: 'Wrong name', limit: 'Wrong limit', operations: 'Wrong scope', form: 'Wrong <form>' },
    });
    expect(fields).toEqual([
      ['csrf', visit.token],
      ['type', 'live'],
      ['name', '"Shop"'],
      ['scope', 'some'],
      ['operation', 'alpha-channel'],
      ['limit', '1e3'],
    ]);
    expect(noticesOf(html)).toEqual([['failed', 'Wrong <form>']]);
    expect(textOf(partOf(html, 'p', 'id="name-wrong"'))).toBe('Wrong name');
    expect(textOf(partOf(html, 'p', 'id="limit-wrong"'))).toBe('Wrong limit');
    expect(textOf(partOf(html, 'p', 'class="note wrong"'))).toBe('Wrong name');
    expect(textOf(partOf(html, 'fieldset', 'class="scope"'))).toContain('Wrong scope');
  });
});

describe('one key', () => {
  const page = (own: OwnKey, more: object = {}) =>
    htmlOf(KeyPage({ visit, own, usedAtMs: null, calls: undefined, successor: null, ...more }));
  const factsOf = (html: string) => partsOf(partOf(html, 'dl'), 'dd').map(textOf);
  const actionsOf = (html: string) => formsOf(html).map(({ action }) => action.replace('/dashboard/keys/key_1/', ''));

  test('shows what it is', async () => {
    expect(factsOf(await page(keyWith({ charged: 1 })))).toEqual([
      'Test',
      'test_…wxyz',
      '26 Nov 2026, 14:05 UTC',
      'never',
      '–',
      '1 credit',
      '60 calls in any 60 seconds',
      'never',
    ]);
    const restricted = keyWith({ operations: ['removebg'], endsAtMs: createdAtMs }, { type: 'live' });
    const facts = factsOf(await page(restricted, { usedAtMs: createdAtMs }));
    expect([facts[0], facts[1], facts[3], facts[7]]).toEqual([
      'Live Restricted',
      'live_…wxyz',
      '26 Nov 2026, 14:05 UTC',
      '26 Nov 2026, 14:05 UTC',
    ]);
  });

  test('is changed by forms that hold what it is now', async () => {
    const html = await page(keyWith({ limit: 100, operations: ['removebg'] }));
    expect(actionsOf(html)).toEqual(['name', 'limit', 'scope', 'rotate', 'revoke']);
    const sent = formsOf(html).map(({ fields }) => fields.filter(([name]) => name !== 'csrf' && name !== 'form'));
    expect(sent).toEqual([
      [['name', 'Shop <1>']],
      [['limit', '100']],
      [
        ['scope', 'some'],
        ['operation', 'removebg'],
      ],
      [['days', '7']],
      // Nobody ends a key by one click.
      [],
    ]);
    for (const form of formsOf(html)) {
      expect([form.method, form.fields[0]]).toEqual(['post', ['csrf', visit.token]]);
    }
    const unlimited = formsOf(await page(keyWith({}, { label: null })));
    expect([unlimited[0].fields, unlimited[1].fields].map((fields) => fields.at(-1))).toEqual([
      ['name', ''],
      ['limit', ''],
    ]);
  });

  test('has a name and days within what the service takes', async () => {
    const html = await page(keyWith());
    expect(html).toMatch(/<input id="name"[^>]*maxlength="100"/);
    expect(html).toMatch(/<input id="days"[^>]*min="0" max="30"/);
    expect(await htmlOf(NewKeyPage({ visit, form: emptyKeyForm }))).toMatch(/<input id="name"[^>]*maxlength="100"/);
  });

  test('that was rotated leads to the newer one, and is not rotated again', async () => {
    const html = await page(keyWith(), { successor: 'key_2' });
    expect(actionsOf(html)).toEqual(['name', 'limit', 'scope', 'revoke']);
    expect(linksOf(html)).toContainEqual(['/dashboard/keys/key_2', 'A newer key']);
    expect(await page(keyWith())).not.toContain('A newer key');
  });

  test('that has ended has no forms', async () => {
    const html = await page(keyWith({ revoked: true, endsAtMs: createdAtMs }));
    expect(actionsOf(html)).toEqual([]);
    expect(textOf(html)).toContain('cannot be used again');
    expect(partsOf(html, 'dt').map(textOf).at(-1)).toBe('Ended');
    expect(
      partsOf(await page(keyWith()), 'dt')
        .map(textOf)
        .at(-1),
    ).toBe('Ends');
  });

  test('says what was done, or what is wrong and where', async () => {
    expect(noticesOf(await page(keyWith(), { done: 'Done.' }))).toEqual([['done', 'Done.']]);
    const wrong = { name: undefined, days: 'Wrong days', limit: 'Wrong limit', operations: 'Wrong scope' };
    const html = await page(keyWith(), { wrong });
    expect(noticesOf(html)).toEqual([['failed', 'Wrong days']]);
    expect(textOf(partOf(html, 'p', 'id="days-wrong"'))).toBe('Wrong days');
    expect(textOf(partOf(html, 'p', 'id="limit-wrong"'))).toBe('Wrong limit');
    expect(textOf(partOf(html, 'fieldset', 'class="scope"'))).toContain('Wrong scope');
    expect(await page(keyWith(), { wrong: { name: 'Wrong name' } })).toContain('id="name-wrong"');
    expect(noticesOf(await page(keyWith()))).toEqual([]);
  });
});
