import { describe, expect, test } from 'vitest';
import type { ServiceHealth, StatusDay } from '../../../contract/service-state.ts';
import { noticesOf, partOf, partsOf, rowsOf, textOf } from '../testing/html.ts';
import type { ShownIncident } from './incidents.tsx';
import { statusPage } from './status.tsx';

const well: ServiceHealth = {
  status: 'ready',
  ledger: 'ready',
  directory: 'ready',
  inference: 'ready',
  image_lane: 'ready',
};
const at = new Date('2026-11-26T15:04:05.678Z');

const unasked: StatusDay = {
  ...{ startMs: Date.UTC(2026, 10, 25), passedMinutes: 1440, minutes: 0, degraded: 0, unavailable: 0 },
  ...{ unanswered: { ledger: 0, directory: 0, inference: 0, image_lane: 0 }, calls: 0, failedCalls: 0 },
};
const failing: StatusDay = {
  ...unasked,
  ...{ startMs: Date.UTC(2026, 10, 26), passedMinutes: 904, minutes: 900, calls: 180, failedCalls: 1 },
  unanswered: { ledger: 0, directory: 0, inference: 3, image_lane: 900 },
};
const incident: ShownIncident = {
  title: 'Networks <away>',
  text: 'First.\n\nSecond.',
  beganAtMs: Date.UTC(2026, 10, 26, 14, 5),
  endedAtMs: Date.UTC(2026, 10, 26, 14, 9),
};

interface Changes {
  readonly health?: Partial<ServiceHealth>;
  readonly days?: readonly StatusDay[] | null;
  readonly incidents?: readonly ShownIncident[];
  readonly callsItself?: boolean;
}

async function page({ health = {}, days = [unasked, failing], incidents = [], callsItself = true }: Changes = {}) {
  const history = days && { days, incidents };
  return String(await statusPage({ health: { ...well, ...health }, at, history, callsItself, visitor: null }));
}

const statesOf = (html: string) => (html.match(/<p class="part-state.*?<\/p>/gs) ?? []).map((state) => textOf(state));

describe('the verdict', () => {
  test.each([
    ['ready', 'done'],
    ['degraded', ''],
    ['unavailable', 'failed'],
  ] as const)('%s is said in words of its own', async (status, kind) => {
    const [[shown, words], ...others] = noticesOf(await page({ health: { status } }));
    expect([shown, others]).toEqual([kind, []]);
    expect(words.length).toBeGreaterThan(10);
  });

  test('differs with each state', async () => {
    const said = await Promise.all(
      (['ready', 'degraded', 'unavailable'] as const).map(
        async (status) => noticesOf(await page({ health: { status } }))[0][1],
      ),
    );
    expect(new Set(said).size).toBe(3);
  });
});

describe('the parts', () => {
  test('each have a name, what they do, and how they are', async () => {
    const html = await page();
    const items = partsOf(partOf(html, 'ul', 'parts'), 'li');
    expect(items).toHaveLength(5);
    for (const item of items) {
      expect(textOf(partOf(item, 'h3')).length).toBeGreaterThan(2);
      expect(textOf(partOf(item, 'p', 'note')).length).toBeGreaterThan(10);
    }
    expect(statesOf(html)).toEqual(['works', 'works', 'works', 'works', 'measured']);
  });

  test.each([
    ['ledger', 0],
    ['directory', 1],
    ['inference', 2],
    ['image_lane', 3],
  ] as const)('%s alone is marked where it does not answer', async (part, index) => {
    const html = await page({ health: { [part]: 'unavailable' } });
    const now = statesOf(html).slice(0, 4);
    expect(now).toEqual(now.map((_, place) => (place === index ? 'does not answer' : 'works')));
    expect(html.match(/<p class="part-state wrong">/g)).toHaveLength(1);
  });
});

describe('the bars', () => {
  const barsOf = async (changes?: Changes) => partsOf(await page(changes), 'figure', 'bars');
  const kindsOf = (bars: string) => [...bars.matchAll(/<rect class="(\w+)"/g)].map(([, kind]) => kind);

  test('are stubs where nothing is known, and reach down where something failed', async () => {
    const [ledger, , inference, lane, calls] = await barsOf();
    expect(kindsOf(ledger)).toEqual(['unknown', 'well']);
    expect(kindsOf(inference)).toEqual(['unknown', 'well', 'failed']);
    expect(lane).toMatch(/class="well"[^>]* height="0"/);
    expect(kindsOf(calls)).toEqual(['unknown', 'well', 'failed']);
  });

  test('say in words what they show', async () => {
    const [ledger, , inference, , calls] = await barsOf();
    expect(ledger).toContain('aria-label="API, 2 days: all 900 minutes answered; 1 day without data"');
    expect(inference).toContain('aria-label="Networks, 2 days: 3 of 900 minutes not answered; 1 day without data"');
    expect(calls).toContain('aria-label="Test calls, 2 days: 1 of 180 calls not answered; 1 day without data"');
    expect(partsOf(inference, 'title').map(textOf)).toEqual([
      '25 Nov 2026: no data',
      '26 Nov 2026: 3 of 900 minutes not answered',
    ]);
    const [first] = await barsOf({ days: [{ ...unasked, minutes: 1 }] });
    expect(first).toContain('aria-label="API, 1 day: 1 minute answered; 0 days without data"');
  });

  test('have the share of what was asked: whole only where nothing failed, and none where nothing is known', async () => {
    const shares = async (changes?: Changes) => (await barsOf(changes)).map((bars) => textOf(partsOf(bars, 'span')[1]));
    expect(await shares()).toEqual(
      ['100 %', '100 %', '99.66 %', '0.00 %', '99.44 %'].map((share) => `${share} answered`),
    );
    const nearly = { ...failing, minutes: 100_000, unanswered: { ...failing.unanswered, ledger: 1 } };
    expect((await shares({ days: [nearly] }))[0]).toBe('99.99 % answered');
    // 1 - 9 / 10 is a little less than a tenth in binary.
    expect((await shares({ days: [{ ...failing, calls: 10, failedCalls: 9 }] }))[4]).toBe('10.00 % answered');
    expect(new Set(await shares({ days: [unasked] }))).toEqual(new Set(['no data yet']));
  });

  test('of calls are left out where none are made', async () => {
    const html = await page({ callsItself: false });
    expect(partsOf(html, 'figure', 'bars')).toHaveLength(4);
    expect(statesOf(html)[4]).toBe('not measured');
  });

  test('are left out where they cannot be read, and the page says so', async () => {
    const html = await page({ days: null });
    expect(partsOf(html, 'figure')).toEqual([]);
    expect(textOf(html)).toContain('How the last 90 days went cannot be read now.');
  });
});

test('days of which something is known are a table, with the minutes of which nothing is', async () => {
  const html = await page();
  expect(rowsOf(html)).toEqual([['26 Nov 2026', '4', '900', '0', '0', '3', '900', '1 of 180']]);
  expect(partsOf(html, 'td', 'wrong').map(textOf)).toEqual(['3', '900', '1 of 180']);
  expect(await page({ days: [unasked] })).not.toContain('<table');
  expect(rowsOf(await page({ days: [{ ...failing, calls: 0, failedCalls: 0 }] }))[0].at(-1)).toBe('none');
});

describe('incidents', () => {
  test('have a title, when they were, and paragraphs', async () => {
    const [article] = partsOf(await page({ incidents: [incident] }), 'article');
    expect(textOf(partOf(article, 'h3'))).toBe('Networks <away>');
    expect(partsOf(article, 'p').map(textOf)).toEqual([
      '26 Nov 2026, 14:05 UTC to 26 Nov 2026, 14:09 UTC',
      'First.',
      'Second.',
    ]);
    expect(textOf(await page())).toContain('None in the last 90 days.');
  });

  test('that are not over come before everything else, and the verdict knows of them', async () => {
    const lasting = { ...incident, title: 'Still away', endedAtMs: null };
    const announced = { ...lasting, endedAtMs: at.getTime() + 60_000 };
    const html = await page({ incidents: [lasting, incident] });
    const places = ['<h2>Still away', '<h2>Parts', '<h3>Networks &lt;away'].map((words) => html.indexOf(words));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
    expect(textOf(html)).toContain('Since 26 Nov 2026, 14:05 UTC , not over yet');
    const expected = await page({ incidents: [announced] });
    expect(textOf(partOf(expected, 'article'))).toContain('14:05 UTC , expected to end on 26 Nov 2026, 15:05 UTC');
    expect(textOf(expected)).toContain('None in the last 90 days.');
    const verdictOf = async (changes: Changes) => noticesOf(await page(changes))[0];
    for (const open of [lasting, announced]) {
      expect(await verdictOf({ incidents: [open] })).toEqual(['', expect.stringContaining('not over yet')]);
    }
    expect(await verdictOf({ incidents: [incident] })).toEqual(await verdictOf({}));
    const down = { health: { status: 'unavailable' } } as const;
    expect(await verdictOf({ ...down, incidents: [lasting] })).toEqual(await verdictOf(down));
  });
});

test('the page says when it was asked, to the second', async () => {
  const html = await page();
  expect(html).toContain('<time datetime="2026-11-26T15:04:05.678Z">');
  expect(textOf(html)).toContain('2026-11-26 15:04:05 UTC');
  expect(html).not.toContain('noindex');
});
