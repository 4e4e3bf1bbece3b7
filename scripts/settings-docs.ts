/** `npm run settings-docs`: writes the tables of variables in docs/settings.md. A unit test checks them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { settingsTables } from '../src/contract/settings/tables.ts';
import { inProject } from '../src/local/root.ts';

const file = inProject('docs/settings.md');
let text = readFileSync(file, 'utf8');
for (const [name, table] of Object.entries(settingsTables())) {
  const [begin, end] = [`<!-- settings: ${name} -->\n`, '<!-- end of settings -->'];
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(end, from);
  if (from < begin.length || to < from) throw new Error(`docs/settings.md has no place for the table ${name}`);
  text = `${text.slice(0, from)}\n${table}\n\n${text.slice(to)}`;
}
writeFileSync(file, text);
