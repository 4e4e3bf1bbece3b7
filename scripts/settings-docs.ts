/** `npm run settings-docs`: writes the tables of variables in docs/operate.md; `--check` only says whether they hold. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inProject } from '../src/start/root.ts';
import { settingsTables } from '../src/start/settings-tables.ts';

const file = inProject('docs/operate.md');
const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const found = readFileSync(file, 'utf8');
let wanted = found;
for (const [name, table] of Object.entries(settingsTables())) {
  const [begin, end] = [`<!-- settings: ${name} -->\n`, '<!-- end of settings -->'];
  const from = wanted.indexOf(begin) + begin.length;
  const to = wanted.indexOf(end, from);
  if (from < begin.length || to < from) throw new Error(`docs/operate.md has no place for the table ${name}`);
  wanted = `${wanted.slice(0, from)}\n${table}\n\n${wanted.slice(to)}`;
}
if (!values.check) writeFileSync(file, wanted);
else if (found === wanted) console.log('The tables of docs/operate.md say what the settings are.');
else {
  console.error('The tables of docs/operate.md differ from the settings. Write them anew with: npm run settings-docs');
  process.exitCode = 1;
}
