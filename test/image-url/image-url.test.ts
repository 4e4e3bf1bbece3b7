/** No address leads where no picture may be fetched: see the README of this folder. */
import { execFileSync, spawn } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { inProject } from '../../src/start/root.ts';
import { publicAddresses } from './addresses.ts';
import { cases } from './cases.ts';
import type { Report } from './inside.ts';

const unshared = ['-rnm', '--fork', '--kill-child'];

/** Why no namespace can be made here; null where one can. */
function missingNamespaces(): string | null {
  try {
    execFileSync('unshare', [...unshared, 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'pipe' });
    return null;
  } catch (cause) {
    return `No network namespace can be made here (${cause instanceof Error ? cause.message.split('\n')[0] : cause})`;
  }
}

const missing = missingNamespaces();
const isKnown = process.env.NAMESPACES === 'none';
if (missing) console.warn(`${missing}: addresses of image_url are not tested`);

function runInside(): Promise<Report> {
  const program = [process.execPath, '--import', 'tsx', inProject('test/image-url/inside.ts')];
  const child = spawn('unshare', [...unshared, ...program], { cwd: inProject('.'), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let failed = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  child.stderr.on('data', (text) => {
    failed += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      if (status !== 0) return reject(new Error(`The namespace ended with ${status}\n${failed}`));
      resolve(JSON.parse(said.trim().split('\n').at(-1) ?? ''));
    });
  });
}

describe.skipIf(missing !== null && isKnown)('in a network of its own', () => {
  let report: Report;

  beforeAll(async () => {
    if (missing) throw new Error(`${missing}. NAMESPACES=none says that this is known`);
    report = await runInside();
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

  test('every operation, and remove.bg’s door, takes an address', () => {
    for (const [name, answered] of Object.entries(report.operations)) {
      expect(answered, name).toEqual({ outcome: '200', body: null, cost: 1 });
    }
    expect(Object.keys(report.operations)).toHaveLength(8);
  });

  test('a picture is asked for by GET, without anything of the caller', () => {
    expect(report.asked).toMatch(/"method":"GET"/);
    expect(report.asked).toMatch(/"accept":"image\/\*"/);
    expect(report.asked).not.toMatch(/cookie|x-api-key|authorization|x-request-id|forwarded|"cf-connecting-ip"/i);
  });

  test('no log names a host', () => {
    const log = report.log.join('\n');
    expect(log).toContain('"image-url"');
    for (const { url } of cases) {
      const { hostname } = new URL(url.startsWith('http') && URL.canParse(url) ? url : 'http://none.example');
      if (hostname.includes('example')) expect(log).not.toContain(hostname);
    }
  });
});
