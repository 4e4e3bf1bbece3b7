import { expect, test } from 'vitest';
import { type Bill, ofThoseThatRun } from './bill-of-materials.ts';

const component = (name: string, version = '1.0.0') => ({ 'bom-ref': `${name}@${version}`, name });

test('what only builds is left out, also in another version, and where it depends on what runs', () => {
  const bill: Bill = {
    metadata: { component: { name: 'project' } },
    components: [component('@x/runs'), component('@x/runs', '2.0.0'), component('builds'), component('may-run')],
    dependencies: [
      { ref: 'project@1.0.0', dependsOn: ['@x/runs@1.0.0', 'builds@1.0.0'] },
      { ref: 'builds@1.0.0', dependsOn: ['@x/runs@1.0.0', '@x/runs@2.0.0'] },
      { ref: '@x/runs@1.0.0', dependsOn: [] },
      { ref: '@x/runs@2.0.0', dependsOn: [] },
    ],
  };
  const version = '1.0.0';
  const packages = {
    '': { name: 'project', version },
    'node_modules/@x/runs': { version },
    'node_modules/may-run': { version, devOptional: true },
    'node_modules/builds': { version, dev: true },
    'node_modules/builds/node_modules/@x/runs': { version: '2.0.0', dev: true },
    'node_modules/other/node_modules/@x/runs': { version, dev: true },
  };
  expect(ofThoseThatRun(bill, JSON.stringify({ packages }))).toEqual({
    metadata: bill.metadata,
    components: [component('@x/runs')],
    dependencies: [
      { ref: 'project@1.0.0', dependsOn: ['@x/runs@1.0.0'] },
      { ref: '@x/runs@1.0.0', dependsOn: [] },
    ],
  });
});
