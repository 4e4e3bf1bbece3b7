/** `GET /metrics` of a running service, and the dashboard that reads it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { crash, hang, refuse, wait } from '../testing/script.ts';
import { type ScriptedSettings, startScripted, type TestService } from '../testing/service.ts';
import { Children, residentBytes } from './children.ts';
import { createMetrics } from './metrics.ts';

let service: TestService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

async function start(settings: ScriptedSettings = {}): Promise<TestService> {
  service = await startScripted(settings);
  return service;
}

/** Lines of values by the text before the value. */
async function read({ base }: TestService): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

async function refusals(from: TestService, reasons: readonly string[]) {
  const values = await read(from);
  return reasons.map((reason) => values.get(`edgematte_refusals_total{model="luma",reason="${reason}"}`));
}

describe('GET /metrics', () => {
  it('is text of version 0.0.4, of lines that the format allows', async () => {
    const { base, infer } = await start();
    await infer(0);
    const response = await fetch(`${base}/metrics`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    const label = '[a-z_]+="(?:[^"\\\\\\n]|\\\\.)*"';
    const line = new RegExp(
      `^(# HELP [a-z_]+ .+|# TYPE [a-z_]+ (counter|gauge|histogram)|[a-z_]+(\\{${label}(,${label})*\\})? [0-9.e+-]+)$`,
    );
    expect(text.endsWith('\n')).toBe(true);
    for (const each of text.slice(0, -1).split('\n')) expect(each).toMatch(line);
  });

  it('has every counter from 0 on, so that the first of something is growth', async () => {
    const values = await read(await start());
    for (const sample of [
      'edgematte_refusals_total{model="luma",reason="died"}',
      'edgematte_kept_lookups_total{model="luma",result="hit"}',
      'edgematte_run_seconds_count{model="luma",stage="whole"}',
      'edgematte_batch_size_count{model="luma"}',
      'edgematte_http_answers_total{route="/v2/models/:model/infer",status="503"}',
      'edgematte_lane_pictures_total{status="503"}',
      'edgematte_lane_seconds_count',
      'edgematte_children_restarted_total{kind="lane"}',
    ]) {
      expect([sample, values.get(sample)]).toEqual([sample, 0]);
    }
  });

  it('counts runs, batches and times by network and stage', async () => {
    const started = await start();
    await started.infer(0);
    await started.infer(1);
    const values = await read(started);
    expect(values.get('edgematte_ready')).toBe(1);
    expect(values.get('edgematte_queue_depth')).toBe(0);
    for (const stage of ['queue', 'run', 'whole']) {
      expect(values.get(`edgematte_run_seconds_count{model="luma",stage="${stage}"}`)).toBe(2);
      expect(values.get(`edgematte_run_seconds_bucket{model="luma",stage="${stage}",le="+Inf"}`)).toBe(2);
    }
    expect(values.get('edgematte_batch_size_bucket{model="luma",le="1"}')).toBe(2);
    expect(values.get('edgematte_http_answers_total{route="/v2/models/:model/infer",status="200"}')).toBe(2);
  });

  it('counts what is kept apart from runs, for callers who are named twice alone', async () => {
    const started = await start();
    const keeps = { headers: { 'X-Turn-Of': 'a', 'X-Caller': 'a' } };
    const [first, again] = [await started.infer(1, keeps), await started.infer(1, keeps)];
    expect(Buffer.from(await again.arrayBuffer())).toEqual(Buffer.from(await first.arrayBuffer()));
    const others: Record<string, string>[] = [{}, { 'X-Turn-Of': 'a' }, { 'X-Turn-Of': 'b', 'X-Caller': 'a' }];
    for (const headers of others) {
      expect((await started.infer(1, { headers })).status).toBe(200);
    }
    const values = await read(started);
    const lookups = (result: string) => values.get(`edgematte_kept_lookups_total{model="luma",result="${result}"}`);
    expect([lookups('hit'), lookups('miss')]).toEqual([1, 1]);
    for (const stage of ['queue', 'run', 'whole']) {
      expect(values.get(`edgematte_run_seconds_count{model="luma",stage="${stage}"}`)).toBe(4);
    }
    const kept = values.get('edgematte_kept_bytes');
    expect(kept).toBeGreaterThan(8 * 8);
    expect(kept).toBeLessThan(4096);
  });

  it('counts refusals by reason, and shows who waits', async () => {
    const started = await start({ queue: 1 });
    await started.infer(refuse);
    const held = started.infer(wait);
    await started.begun();
    await started.infer(0, { headers: { 'X-Deadline-Ms': '100' } });
    const waiting = started.infer(0);
    await started.arrived(4);
    expect((await started.infer(0)).status).toBe(503);
    const busy = await read(started);
    expect([busy.get('edgematte_queue_depth'), busy.get('edgematte_runs_in_work')]).toEqual([1, 1]);
    await started.letGo();
    await Promise.all([held, waiting]);
    expect(await refusals(started, ['run-failed', 'late', 'full'])).toEqual([1, 1, 1]);
  });

  it('counts children that were started again, and what that cost', async () => {
    const started = await start({ runTimeoutMs: 4000 });
    await started.infer(hang);
    await started.logged('child-loaded', 2);
    await started.infer(crash);
    await started.logged('child-loaded', 3);
    expect(await refusals(started, ['too-slow', 'died'])).toEqual([1, 1]);
    const values = await read(started);
    expect(values.get('edgematte_children_restarted_total{kind="session"}')).toBe(2);
    expect(values.get('edgematte_children_restarted_total{kind="lane"}')).toBe(0);
  });

  it('shows the memory of children', async () => {
    const values = await read(await start());
    // If the system reports it: Linux.
    if (residentBytes(process.pid) !== undefined) {
      expect(values.get('edgematte_child_memory_bytes{kind="session",child="0"}')).toBeGreaterThan(1e6);
    }
    expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  });

  it('asks for the token, unless it is open', async () => {
    const { base } = await start({ token: 'secret' });
    expect((await fetch(`${base}/metrics`)).status).toBe(401);
    expect((await fetch(`${base}/metrics`, { headers: { Authorization: 'Bearer secret' } })).status).toBe(200);
    await service?.stop();
    const open = await start({ token: 'secret', metricsAccess: 'open' });
    expect((await fetch(`${open.base}/metrics`)).status).toBe(200);
  });
});

describe('children', () => {
  it('are known from the log, each until it ends', () => {
    const ended: string[] = [];
    const written: string[] = [];
    const children = new Children((kind) => ended.push(kind));
    const log = children.listenTo(createLog((line) => written.push(line)));
    log.info('child-started', { child: 0, pid: 11 });
    log.info('lane-child-started', { child: 0, pid: 12 });
    log.info('child-started', { child: 1, pid: undefined });
    log.warn('child-killed', { child: 0, pid: 11 });
    log.error('child-ended', { child: 0, pid: 11 });
    expect([...children.running]).toEqual([{ kind: 'lane', number: '0', pid: 12 }]);
    expect(ended).toEqual(['session']);
    expect(written).toHaveLength(5);
  });

  it('that have ended take no memory', () => {
    expect(residentBytes(2 ** 30)).toBeUndefined();
  });
});

describe('the dashboard', () => {
  const file = fileURLToPath(new URL('../../../deploy/grafana/edgematte.json', import.meta.url));
  const dashboard = JSON.parse(readFileSync(file, 'utf8')) as {
    panels: { id: number; targets: { expr: string }[] }[];
    templating: { list: { query: unknown }[] };
  };

  it('reads metrics that there are, and all of them but when the service started', () => {
    const text = createMetrics().write({ ready: true, waiting: 0, running: 0, keptBytes: 0 });
    const there = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({ name, type }));
    const names = there.flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
    const queries = [
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      JSON.stringify(dashboard.templating),
    ];
    const read = new Set(queries.flatMap((query) => query.match(/\b(edgematte|process)_[a-z_]+/g) ?? []));
    expect([...read].filter((name) => !names.includes(name))).toEqual([]);
    const unread = there.filter(({ name }) => ![...read].some((each) => each.startsWith(name)));
    expect(unread.map(({ name }) => name)).toEqual(['process_start_time_seconds']);
  });

  it('has panels of different numbers', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
