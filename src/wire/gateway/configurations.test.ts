/** The configurations of both gateways, of which one takes the place of the other and back. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';

const ofAddresses = readConfig({ config: path.join(import.meta.dirname, 'wrangler.toml') });
const ofContainers = readConfig({ config: path.join(import.meta.dirname, 'wrangler.container.toml') });

test('both keep their log lines', () => {
  for (const { observability } of [ofAddresses, ofContainers]) expect(observability).toEqual({ enabled: true });
});

test('containers take the place of addresses', () => {
  expect(ofContainers.name).toBe(ofAddresses.name);
});

test('addresses can take it back, as their Worker still has the class of instances', () => {
  const classes = ofContainers.migrations.flatMap(({ new_sqlite_classes = [] }) => new_sqlite_classes);
  expect(classes).toEqual(['InferenceInstance']);
  expect(readFileSync(ofAddresses.main ?? '', 'utf8')).toMatch(/^export \{ InferenceInstance \} from /m);
});

test('as many containers may run as get calls', () => {
  expect(ofContainers.containers).toMatchObject([{ max_instances: Number(ofContainers.vars.INSTANCES) }]);
});
