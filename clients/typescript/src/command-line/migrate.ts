/** `edgematte migrate`: what of a source tree uses remove.bg, and what to change, line by line. */
import { statSync } from 'node:fs';
import { type Command, type Output, UsageError } from '../../../../src/command-line/program.ts';
import { oldUsesIn } from './old-uses.ts';
import { sourceTree } from './source-files.ts';
import { statuses } from './statuses.ts';

/** How many names of what was left out are printed. */
const namesShown = 5;

export const migrate: Command<Output> = {
  name: 'migrate',
  summary: 'Find uses of remove.bg in a source tree, and print line by line what to change',
  words: 'DIR',
  options: [{ name: 'json', meaning: 'One line of JSON for each place, and a last one for all' }],
  notes: `Nothing is written, and nothing is sent. Found are the address api.remove.bg, the header X-Api-Key beside it, variables such as
REMOVE_BG_API_KEY, and the packages remove.bg (npm), removebg, remove-bg-api and removebg-cli (PyPI), remove_bg (RubyGems) and
github.com/remove-bg/go, where they are named, installed or imported. Folders of packages and of builds are left out, and so
are links, lock files, files over 1 MiB and files that are no text. The advice names --address, or EDGEMATTE_ADDRESS, where given.

Exit status: 0 the whole tree was read, 1 some of it could not be: standard error lists it.`,
  async run({ words, values }, { print, complain }) {
    const [root, ...more] = words;
    if (root === undefined || more.length > 0) throw new UsageError('Expected one folder');
    if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`There is no folder ${root}`);
    const given = values.get('address') || process.env.EDGEMATTE_ADDRESS;
    const address = given ? given.replace(/\/+$/, '') : '$EDGEMATTE_ADDRESS';
    const json = values.has('json');
    const counts = { places: 0, files: 0, read: 0 };
    const { files, leftOut } = sourceTree(root);
    for (const { file, text } of files) {
      const uses = oldUsesIn(file, text, address);
      counts.read++;
      if (uses.length > 0) counts.files++;
      counts.places += uses.length;
      for (const use of uses) {
        print(json ? JSON.stringify({ file, ...use }) : `${file}:${use.line}: ${use.found}\n    ${use.advice}`);
      }
    }
    if (leftOut.length > 0) complain(`Not read: ${shortened(leftOut)}`);
    const { places, files: touched, read } = counts;
    print(
      json
        ? JSON.stringify({ summary: { places, files: touched, read, left_out: leftOut.length } })
        : `${places} places in ${touched} of ${read} files${places > 0 ? '. Then: edgematte verify' : ''}`,
    );
    return leftOut.length === 0 ? statuses.done : statuses.failed;
  },
};

function shortened(names: readonly string[]): string {
  const rest = names.length - namesShown;
  return [...names.slice(0, namesShown), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}
