/** `edgematte migrate`: what of a source tree uses remove.bg, and what to change, once for all places with the same advice. */
import { statSync } from 'node:fs';
import { type Command, type Output, UsageError } from '../../../../src/wire/command-line/program.ts';
import { type OldUse, oldUsesIn } from './old-uses.ts';
import { sourceTree } from './source-files.ts';
import { statuses } from './statuses.ts';

/** How many names of what was left out are printed. */
const namesShown = 5;

export const migrate: Command<Output> = {
  name: 'migrate',
  summary: 'Find uses of remove.bg in a source tree, and print what to change, and where',
  words: 'DIR',
  options: [{ name: 'json', meaning: 'One line of JSON for each place, and a last one for all' }],
  notes: `Nothing is written, and nothing is sent. Found are the address api.remove.bg, variables such as REMOVE_BG_API_KEY, the
packages remove.bg (npm), removebg, remove-bg-api and removebg-cli (PyPI), remove_bg (RubyGems), mtownsend/remove-bg (Packagist)
and github.com/remove-bg/go, where they are named, installed or imported; and beside them the header X-Api-Key, values that are
passed over or drawn as others, error codes, and timeouts below 90 s. Folders of packages, builds and fixtures are left out, and
so are links, lock files, files over 1 MiB and files that are no text. The advice names --address, or EDGEMATTE_ADDRESS, where given.

Exit status: 0 the whole tree was read, 1 some of it could not be: standard error lists it.`,
  async run({ words, values }, { print, complain }) {
    const [root, ...more] = words;
    if (root === undefined || more.length > 0) throw new UsageError('Expected one folder');
    if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`There is no folder ${root}`);
    const given = values.get('address') || process.env.EDGEMATTE_ADDRESS;
    const address = given ? given.replace(/\/+$/, '') : '$EDGEMATTE_ADDRESS';
    const json = values.has('json');
    const { files, leftOut } = sourceTree(root);
    const places: Place[] = [];
    let read = 0;
    for (const { file, text } of files) {
      read++;
      places.push(...oldUsesIn(file, text, address).map((use) => ({ file, ...use })));
    }
    const actions = groupsOf(places.filter(({ stays }) => !stays));
    if (json) for (const place of places) print(JSON.stringify(place));
    else for (const group of [...actions, ...groupsOf(places.filter(({ stays }) => stays))]) print(textOf(group));
    if (leftOut.length > 0) complain(`Not read: ${shortened(leftOut)}`);
    const touched = new Set(places.map(({ file }) => file)).size;
    const counts = { actions: actions.length, places: places.length, files: touched, read, left_out: leftOut.length };
    print(json ? JSON.stringify({ summary: counts }) : summaryOf(counts));
    return leftOut.length === 0 ? statuses.done : statuses.failed;
  },
};

interface Place extends OldUse {
  readonly file: string;
}

/** Places with the same advice, in the order in which they were found. */
function groupsOf(places: readonly Place[]): Place[][] {
  const groups = new Map<string, Place[]>();
  for (const place of places) groups.set(place.advice, [...(groups.get(place.advice) ?? []), place]);
  return [...groups.values()];
}

/** What to do, and where. */
function textOf(group: readonly Place[]): string {
  return [group[0].advice, ...group.map(({ file, line, found }) => `    ${file}:${line}: ${found}`)].join('\n');
}

function summaryOf({
  actions,
  places,
  files,
  read,
}: Readonly<Record<'actions' | 'places' | 'files' | 'read', number>>) {
  const things = `${actions} ${actions === 1 ? 'thing' : 'things'} to do`;
  return `${things}: ${places} places in ${files} of ${read} files${actions > 0 ? '. Then: edgematte verify' : ''}`;
}

function shortened(names: readonly string[]): string {
  const rest = names.length - namesShown;
  return [...names.slice(0, namesShown), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}
