/** The alerts, their runbook and the dashboard of the edge: each names what there is. `promtool` says whether alerts fire when they should. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { missing } from '../../../testing/needs.ts';
import { createMetrics } from '../../inference/metrics/metrics.ts';
import { inProject } from '../../local/root.ts';
import { written } from './metrics.ts';

const read = (...file: string[]) => readFileSync(inProject(...file), 'utf8');
const alerts = read('deploy', 'prometheus', 'alerts.yaml');
const names = [...alerts.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name);
const severities = [...alerts.matchAll(/^ +severity: (\w+)$/gm)].map(([, severity]) => severity);

/** Those of the edge, of inference, and of the gateway and the page itself, which `docs/monitoring.md` has. */
const there = new Set(
  [
    ...(written({}) + createMetrics().write({ ready: true, waiting: 0, running: 0, keptBytes: 0 })).matchAll(
      /^# TYPE (\w+)/gm,
    ),
    ...read('docs', 'monitoring.md').matchAll(/`(edgematte_(?:gateway|edge)_\w+)`/g),
  ].map(([, name]) => name),
);

function unknownIn(text: string): string[] {
  const used = text.match(/\bedgematte_[a-z_]+/g) ?? [];
  return [...new Set(used)].filter((name) => !there.has(name) && !there.has(name.replace(/_(bucket|sum|count)$/, '')));
}

test('alerts and dashboard read metrics that there are', () => {
  expect(unknownIn(alerts)).toEqual([]);
  const dashboard = read('deploy', 'grafana', 'edgematte-edge.json');
  expect(unknownIn(dashboard)).toEqual([]);
  const edge = [...there].filter((name) => /^edgematte_(edge|gateway)_/.test(name));
  expect(edge.filter((name) => !dashboard.includes(name))).toEqual([]);
  const ids = (JSON.parse(dashboard) as { panels: { id: number }[] }).panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('Prometheus scrapes under the names of jobs that alerts ask for', () => {
  const jobs = [...read('deploy', 'prometheus', 'prometheus.yaml').matchAll(/job_name: (\S+)/g)].map(([, job]) => job);
  const asked = [...alerts.matchAll(/job="([^"]+)"/g)].map(([, job]) => job);
  expect([...new Set(asked)].sort()).toEqual(jobs.sort());
});

test('each alert pages or is a ticket, and is tried', () => {
  expect(severities).toHaveLength(names.length);
  expect(severities.filter((severity) => severity !== 'page' && severity !== 'ticket')).toEqual([]);
  const tried = read('deploy', 'prometheus', 'alerts.test.yaml');
  const firing = tried
    .split(/^ {2}- name: /m)
    .slice(2)
    .join('\n');
  expect(names.filter((name) => !new RegExp(`alertname: ${name}\\n +exp_alerts:\\n`).test(firing))).toEqual([]);
});

test('each alert has its entry in the runbook: what it means, where to look, what to do; and no other has one', () => {
  const entries = new Map(
    read('docs', 'runbook.md')
      .split(/^### /m)
      .slice(1)
      .map((entry) => [entry.split('\n', 1)[0], entry]),
  );
  expect([...entries.keys()].sort()).toEqual([...names].sort());
  for (const [name, entry] of entries) {
    for (const part of ['**Means**', '**Look**', '**Do**'])
      expect([name, entry]).toEqual([name, expect.stringContaining(part)]);
    expect(alerts).toContain(`runbook: docs/runbook.md#${name.toLowerCase()}\n`);
  }
});

const absent = missing('promtool');
describe.skipIf(absent !== null)(`promtool${absent === null ? '' : ` (skipped: ${absent})`}`, () => {
  test.each([
    ['check', 'rules', 'alerts.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
    // The files with the tokens are an operator's.
    ['check', 'config', '--syntax-only', 'prometheus.yaml'],
  ])('%s %s %s', (...words) => {
    const cwd = inProject('deploy', 'prometheus');
    const { status, stdout, stderr } = spawnSync('promtool', words, { cwd, encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});
