/** No address leads where no picture may be fetched: see the README of this folder. */
import { beforeAll, expect, test } from 'vitest';
import { missingNamespaces, runInNamespace } from '../namespace.ts';
import { describeWith } from '../run/describe-with.ts';
import { publicAddresses } from './addresses.ts';
import { backgroundCases, cases } from './cases.ts';
import type { Report } from './inside.ts';

describeWith(missingNamespaces, 'in a network of its own', () => {
  let report: Report;

  beforeAll(async () => {
    report = (await runInNamespace('test/image-url/inside.ts')) as Report;
  }, 540_000);

  test('at least 60 cases were asked', () => {
    expect(report.cases.map(({ what }) => what)).toEqual(cases.map(({ what }) => what));
    expect(cases.length).toBeGreaterThanOrEqual(60);
    expect(report.lookUps).toBeGreaterThan(60);
  });

  test('not one connection went where none may go', () => {
    const strange = report.connections.filter((address) => !publicAddresses.some((known) => known === address));
    expect(strange).toEqual([]);
    expect(new Set(report.connections)).toEqual(new Set(publicAddresses));
  });

  test.each(cases)('$what: $outcome $later', ({ what, outcome, later = [] }) => {
    const answers = report.cases.find((each) => each.what === what)?.answers ?? [];
    expect(answers.map((each) => each.outcome)).toEqual([outcome, ...later]);
    for (const { outcome: each, cost, body } of answers) {
      expect(cost).toBe(each === '200' ? 1 : 0);
      expect(body ?? '').not.toMatch(/secret|pictures\.example/);
      if (body !== null) expect(JSON.parse(body)).toMatchObject({ detail: [{ loc: ['body', 'image_url'] }] });
    }
  });

  test.each(backgroundCases)('a background at $what: $outcome', ({ what, outcome }) => {
    const answered = report.backgrounds.find((each) => each.what === what)?.answered;
    expect(answered).toMatchObject({ outcome, cost: outcome === '200' ? 1 : 0 });
    const body = answered?.body ?? null;
    expect(body ?? '').not.toMatch(/secret|pictures\.example/);
    if (body !== null) expect(JSON.parse(body)).toMatchObject({ detail: [{ loc: ['body', 'background_url'] }] });
  });

  test('every operation and the remove.bg compatibility API accept an address; those of cutouts also one of a background', () => {
    for (const [name, answered] of Object.entries(report.operations)) {
      expect(answered, name).toEqual({ outcome: '200', body: null, cost: 1 });
    }
    expect(Object.keys(report.operations)).toHaveLength(8 + 5);
  });

  test('a picture is asked for by GET, without anything of the caller', () => {
    expect(report.asked).toMatch(/"method":"GET"/);
    expect(report.asked).toMatch(/"accept":"image\/\*"/);
    expect(report.asked).not.toMatch(/cookie|x-api-key|authorization|x-request-id|forwarded|"cf-connecting-ip"/i);
  });

  test('no log names a host', () => {
    const log = report.log.join('\n');
    expect(log).toContain('"image-url"');
    for (const { url } of [...cases, ...backgroundCases]) {
      const { hostname } = new URL(url.startsWith('http') && URL.canParse(url) ? url : 'http://none.example');
      if (hostname.includes('example')) expect(log).not.toContain(hostname);
    }
  });
});
