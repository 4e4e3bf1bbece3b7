import { describe, expect, test } from 'vitest';
import { KnownLines, type LineLoad, loadHeaders, readLoad } from './line-load.ts';

const headerOf = (headers: Readonly<Record<string, string>>) => (name: string) => headers[name] ?? null;
const headersFor = (load: LineLoad) => headerOf(loadHeaders(load));

describe('the load of a line', () => {
  test.each([
    { waitMs: 0, runMs: null },
    { waitMs: 1200, runMs: 300 },
  ])('%j comes through its headers', (load) => {
    expect(readLoad(headersFor(load))).toEqual(load);
  });

  test('is reported in whole milliseconds', () => {
    expect(loadHeaders({ waitMs: 0.2, runMs: 1.5 })).toEqual({ 'X-Line-Wait-Ms': '1', 'X-Line-Run-Ms': '2' });
  });

  test.each([[{}], [{ 'X-Line-Run-Ms': '3' }], [{ 'X-Line-Wait-Ms': '-1' }], [{ 'X-Line-Wait-Ms': 'soon' }]])(
    'is unknown by %j',
    (headers) => {
      expect(readLoad(headerOf(headers))).toBeNull();
    },
  );

  test('is bounded', () => {
    expect(readLoad(headerOf({ 'X-Line-Wait-Ms': '999999999' }))?.waitMs).toBe(3_600_000);
  });
});

describe('known lines', () => {
  test('get shorter as time passes, until they are reported anew', () => {
    let nowMs = 0;
    const lines = new KnownLines(() => nowMs);
    expect(lines.of('matte')).toEqual({ waitMs: 0, runMs: null });
    lines.note('matte', headersFor({ waitMs: 1000, runMs: 300 }));
    nowMs = 400;
    expect(lines.of('matte')).toEqual({ waitMs: 600, runMs: 300 });
    nowMs = 1400;
    expect(lines.of('matte')).toEqual({ waitMs: 0, runMs: 300 });
    lines.note('matte', headersFor({ waitMs: 50, runMs: 200 }));
    expect(lines.of('matte')).toEqual({ waitMs: 50, runMs: 200 });
    expect(lines.of('other')).toEqual({ waitMs: 0, runMs: null });
  });

  test('stay as they were by an answer that says nothing', () => {
    const lines = new KnownLines(() => 0);
    lines.note('matte', headersFor({ waitMs: 7, runMs: 5 }));
    lines.note('matte', headerOf({}));
    expect(lines.of('matte').waitMs).toBe(7);
  });

  test('are no more than 64', () => {
    const lines = new KnownLines(() => 0);
    for (let network = 0; network < 65; network++) lines.note(String(network), headersFor({ waitMs: 7, runMs: 5 }));
    expect([lines.of('0').waitMs, lines.of('1').waitMs, lines.of('64').waitMs]).toEqual([0, 7, 7]);
  });
});
