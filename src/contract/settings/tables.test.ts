import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { devSettings, startSettings } from './local.ts';
import { programs } from './programs.ts';
import type { Settings } from './read.ts';
import { settingsTables } from './tables.ts';

const rows = Object.values(settingsTables()).flatMap((table) => table.split('\n').slice(2));

test('each variable of each program has one row', () => {
  const groups: readonly Settings[] = Object.values(programs).flat();
  const variables = new Set(groups.flatMap((group) => Object.values(group).map(({ variable }) => variable)));
  const shown = rows.map((row) => /^\| `([A-Z_]+)`/.exec(row)?.[1]);
  expect([...shown].sort()).toEqual([...variables].sort());
});

test.each([
  '| `PORT` | 8787 | 1 to 65535 | start, dev | Port of the API on 127.0.0.1 |',
  '| `HEIC` | `on` | on or off | edge | Whether HEIC is accepted |',
  '| `REMOVEBG_MAX_IMAGE_BYTES` | 23,068,672 | 1,024 to 23,068,672 bytes | edge, inference | The same in the remove.bg compatibility API |',
  '| `LEASE_MS` | 55,000 | 300 to 3,600,000 ms | edge | Life of a hold after its last renewal |',
])('%s', (row) => {
  expect(rows).toContain(row);
});

test('docs/settings.md says what each setting is; npm run settings-docs writes it', () => {
  const page = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
  for (const [name, table] of Object.entries(settingsTables())) {
    expect(page).toContain(`<!-- settings: ${name} -->\n\n${table}\n\n<!-- end of settings -->`);
  }
});

test('start and dev keep their states apart', () => {
  expect([startSettings.state.fallback, devSettings.state.fallback]).toEqual(['.edgematte', '.edgematte/dev']);
});

test('the ports of npm start are named, for others have to find them', () => {
  expect([startSettings.port.min, startSettings.inferencePort.min]).toEqual([1, 1]);
});
