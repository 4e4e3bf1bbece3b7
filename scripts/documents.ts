/**
 * `npm run lint`, third part: what a Markdown file links to is there, heading included, and so are paths of the project that
 * it names as code (`src/edge/app.ts`, or `edge/app.ts` for short), files that its samples read, and commands of npm. No page
 * claims that a registry has the client, and every page with its command shows how to install it. The list of decisions has
 * the title and date of each. It prints the number of words for readers.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject, projectRoot } from '../src/local/root.ts';

const files = execFileSync('git', ['ls-files'], { cwd: projectRoot, encoding: 'utf8' }).trim().split('\n');
const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
const commands = Object.keys(JSON.parse(readFileSync(inProject('package.json'), 'utf8')).scripts);
const documents = files.filter((file) => file.endsWith('.md') && existsSync(inProject(file)));

const decisionList = readFileSync(inProject('docs/decisions/README.md'), 'utf8');

/** Would fetch the client from a registry, which does not have it. */
const fromRegistry =
  /\b(?:npm|pnpm|yarn|bun) (?:install|i|add)\b.* edgematte(?:@\S*)?(?=[\s`'"]|$)|npx (?:-y|--yes) edgematte|edgematte@latest/m;
const howToGetIt = /npm pack -w clients\/typescript|batch\.md#get-the-command/;

const problems = documents.flatMap((file) => {
  const text = readFileSync(inProject(file), 'utf8');
  const prose = proseOf(file);
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:href|src)="([^"]+)"/g)];
  const paths = [...prose.matchAll(/`([\w-]+\/[\w./-]*)`/g), ...text.matchAll(/[@'"<] ?(test\/[\w./-]+)/g)];
  const runs = [...text.matchAll(/npm run (?:--silent )?([a-z-]+)/g)];
  return [
    ...links.map(([, markdown, html]) => problemOfLink(file, markdown ?? html)),
    ...paths.map(([, named]) => problemOfPath(named)),
    ...runs.map(([, command]) => (commands.includes(command) ? null : `there is no npm run ${command}`)),
    fromRegistry.test(text) ? 'no registry has the package edgematte' : null,
    /^npx edgematte\b/m.test(text) && !howToGetIt.test(text) ? 'npx edgematte is shown, and not how to get it' : null,
    /^docs\/decisions\/\d/.test(file) ? problemOfDecision(path.basename(file), text) : null,
  ].flatMap((problem) => (problem ? [`${file}: ${problem}`] : []));
});
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log('What documents link to and name is there.');
console.log(`${wordsForReaders()} words in docs/, README, CHANGELOG and clients/.`);

function problemOfLink(file: string, link: string): string | null {
  // Of another server, or of the service that serves the guide as pages.
  if (/^[a-z]+:|^\//.test(link)) return null;
  const [target, heading] = link.split('#');
  const found = target === '' ? file : path.join(path.dirname(file), target);
  if (!existsSync(inProject(found))) return `there is no ${found}`;
  return heading === undefined || headingsOf(found).includes(heading) ? null : `${found} has no heading #${heading}`;
}

/** A path whose first folder is none of the project's is somebody else's. */
function problemOfPath(named: string): string | null {
  const [first] = named.split('/');
  const roots = [folders.has(first) ? '' : null, existsSync(inProject('src', first)) ? 'src' : null];
  const possible = roots.flatMap((root) => (root === null ? [] : [inProject(root, named)]));
  return possible.length === 0 || possible.some((place) => existsSync(place)) ? null : `there is no ${named}`;
}

function problemOfDecision(file: string, text: string): string | null {
  const [, number, title, date] = text.match(/^# (\d+)\. (.+)\n\nStatus: .*?(\d{4}-\d\d-\d\d)/) ?? [];
  if (!title) return 'a decision begins with its number, its title and its status with a date';
  const row = `| [${number.padStart(4, '0')}](${file}) | ${title} | ${date} |`;
  return decisionList.includes(row) ? null : `docs/decisions/README.md lacks the row ${row}`;
}

function wordsForReaders(): number {
  const read = documents.filter((file) => /^(docs\/|clients\/|README\.md|CHANGELOG\.md)/.test(file));
  return read.reduce((sum, file) => sum + readFileSync(inProject(file), 'utf8').split(/\s+/).filter(Boolean).length, 0);
}

/** A document without its blocks of code. */
function proseOf(file: string): string {
  return readFileSync(inProject(file), 'utf8').replace(/^ *```.*?^ *```/gms, '');
}

/** As GitHub names them: lower case, without punctuation, hyphens for spaces. */
function headingsOf(file: string): string[] {
  const headings = [...proseOf(file).matchAll(/^#+ (.*)$/gm)].map(([, text]) => text.toLowerCase());
  return headings.map((text) => text.replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-'));
}
