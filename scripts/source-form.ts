/** `npm run lint`, one of its parts: one form of source in all of src and clients, where biome has no rule. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../src/local/root.ts';
import { floors } from './imports/order.ts';

/** Beyond it a file has more than one subject. */
const maxFileBytes = 14 * 1024;
/** A README describes in ten lines what its folder holds and what it does not do. */
const maxReadmeLines = 10;
/** That of a floor also says who may import it, and where to begin: one screen. */
const maxFloorLines = 30;
/** What is only there for tests is explained by them. */
const withoutReadme = ['', 'testing'];
/** They describe more than their folder: a protocol, a contract with other programs, licences. */
const longReadmes = ['inference/native', 'money/keys', 'wire/protocol'];

const problems: string[] = [];

/** Each is a package of its own. */
for (const root of ['src', 'clients/typescript/src']) {
  const exported = new Map<string, string>();
  for (const file of filesUnder(inProject(root))) {
    const name = path.relative(inProject('.'), file);
    if (/(?<!\.generated(?:\.d)?)\.tsx?$/.test(name)) checkSource(name, readFileSync(file, 'utf8'), exported);
  }
}
const folders = [...foldersUnder(inProject('src')), ...Object.keys(floors).map((floor) => inProject('src', floor))];
for (const folder of new Set(folders)) checkFolder(folder);

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log('One form everywhere.');

/** @param exported types and classes of the package, and the file of each */
function checkSource(name: string, source: string, exported: Map<string, string>): void {
  for (const [, line] of source.matchAll(/^( +(?:private|protected) (?!constructor).*)$/gm)) {
    problems.push(`${name}: members are #private: ${line.trim()}`);
  }
  for (const [, constant] of source.matchAll(/^(?:export )?const ([A-Z][A-Z0-9]*_?[A-Z0-9_]*)\b/gm)) {
    problems.push(`${name}: constants are camelCase: ${constant}`);
  }
  if (/\.test\.tsx?$/.test(name)) return;
  if (source.length > maxFileBytes) problems.push(`${name}: ${source.length} bytes; at most ${maxFileBytes}`);
  if (!source.startsWith('/**')) problems.push(`${name}: a file begins with what it is about`);
  for (const [statement] of source.matchAll(
    /(?<!\*\/\n(?:\/\/ biome-ignore .*\n)?)^export (?:async )?(?:function\*?|(?:abstract )?class) \w+/gm,
  )) {
    problems.push(`${name}: no docstring before: ${statement}`);
  }
  for (const [, type] of source.matchAll(/^export (?:interface|type|(?:abstract )?class) (\w+)/gm)) {
    const other = exported.get(type);
    if (other) problems.push(`${name}: ${other} exports a ${type} too; what differs has another name`);
    exported.set(type, name);
  }
}

function checkFolder(folder: string): void {
  const name = path.relative(inProject('src'), folder);
  if (withoutReadme.includes(path.basename(name))) return;
  const readme = readdirSync(folder).includes('README.md') && readFileSync(path.join(folder, 'README.md'), 'utf8');
  if (!readme) return void problems.push(`src/${name}: no README.md describes what it holds and what it does not do`);
  const lines = readme.trim().split('\n').length;
  const most = floors[name] ? maxFloorLines : maxReadmeLines;
  if (lines > most && !longReadmes.includes(name))
    problems.push(`src/${name}/README.md: ${lines} lines; at most ${most}`);
}

function filesUnder(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const found = path.join(directory, entry.name);
    if (entry.isDirectory()) return filesUnder(found);
    return [found];
  });
}

/** Folders with source of their own. */
function foldersUnder(directory: string): string[] {
  const inside = readdirSync(directory, { withFileTypes: true });
  const own = inside.some(({ name }) => /\.tsx?$/.test(name)) ? [directory] : [];
  return [
    ...own,
    ...inside.filter((entry) => entry.isDirectory()).flatMap(({ name }) => foldersUnder(path.join(directory, name))),
  ];
}
