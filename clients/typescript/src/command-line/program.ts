/** The commands of `edgematte`, and their help. */
import {
  type Command,
  type CommandOption,
  type Output,
  type Program,
  UsageError,
} from '../../../../src/wire/command-line/program.ts';
import type { Try } from '../edgematte.ts';
import { connect, retryQuestionsForSeconds } from './connection.ts';
import { kinds, type PictureKind } from './kinds.ts';
import { migrate } from './migrate.ts';
import { chosenOptions, optionsOf } from './options.ts';
import { runPictures } from './pictures.ts';
import { reportWait } from './report.ts';
import { exitStatus, reasonOf } from './statuses.ts';
import { verify } from './verify.ts';

const connectionOptions: readonly CommandOption[] = [
  { name: 'address', placeholder: 'URL', meaning: 'Of the service; else EDGEMATTE_ADDRESS' },
  { name: 'key-file', placeholder: 'FILE', meaning: 'Holds the key, readable by you alone; else EDGEMATTE_KEY' },
];

const pointsOption: CommandOption = {
  name: 'points',
  placeholder: 'PATH',
  meaning:
    'In place of --keep and --drop: a file such as {"keep": ["812 340"], "drop": ["12% 88%"]}, or a folder with NAME.points.json for pictures that are called NAME',
};

const pictureOptions: readonly CommandOption[] = [
  {
    name: 'out',
    placeholder: 'PATH',
    meaning: 'Folder for the results, a file for one picture, or - for standard output',
  },
  {
    name: 'review',
    placeholder: 'DIR',
    meaning: 'Folder, in place of --out, for results that a person should check',
  },
  {
    name: 'name',
    placeholder: 'TEMPLATE',
    meaning:
      "Of results: {name} and ending {from} of the picture, {layer} (such as cutout), the result's ending {ext}, {command}; default {name}-{layer}.{ext}",
  },
  { name: 'parallel', placeholder: 'N', meaning: 'Calls at once, 1 to 64; default 4' },
  { name: 'skip-existing', meaning: 'Leave out pictures whose result exists' },
  {
    name: 'journal',
    placeholder: 'FILE',
    meaning: 'Record of finished pictures and of call names; default .edgematte.journal in --out',
  },
  { name: 'again', meaning: 'Process everything again, and pay again' },
  { name: 'watch', meaning: 'Continue with pictures that are added to the folders, until Ctrl-C' },
  {
    name: 'dry-run',
    meaning: 'Send nothing; print the cost in credits, and the least time at the rate of the key',
  },
  {
    name: 'require-credits',
    meaning: 'Do not begin unless the credits are enough for all pictures; exit status 3',
  },
  {
    name: 'idempotency-key',
    placeholder: 'KEY',
    meaning: 'Of one picture: fetches the answer that was paid under this key, at no cost',
  },
  { name: 'yes', meaning: 'Do not ask before more than 50 credits are spent' },
  { name: 'json', meaning: 'One line of JSON for each picture, and a last one for all' },
];

const pictureNotes = `Pictures are files, folders with all that is in them, globs in quotes ('photos/**/*.jpg'), or one
public address, from which the service fetches the picture. Without any, or with -, one picture is read from standard
input and its result is written to standard output. Results of a folder keep its shape.

Run the same command again to continue after an interruption: finished pictures are left out, and unfinished calls are
repeated under their names, so that none is paid twice within a day. Temporary failures, such as a full service, are
retried for ten minutes a picture. A result that cannot be written, as on a full disk, ends the run: it is paid, and the
same command fetches it again.

With --watch, credits are checked and confirmed once, for the pictures that exist at the start.`;

const notes = `For example, all pictures of a folder:
  export EDGEMATTE_ADDRESS=https://api.example.org EDGEMATTE_KEY=live_…
  edgematte cutout photos --out cutouts

Set EDGEMATTE_ADDRESS to the service's address and EDGEMATTE_KEY to your key. The key may also be in a file of mode
0600: --key-file, EDGEMATTE_KEY_FILE, or ~/.config/edgematte/key.

Exit status: 0 all done, 1 some pictures failed, 2 the arguments were not understood, 3 credits are used up, expired
or not enough (--require-credits), 4 the key is refused, 130 interrupted.`;

export const program: Program<Output> = {
  call: 'edgematte',
  commonOptions: connectionOptions,
  notes,
  commands: [
    ...kinds.map(pictureCommand),
    {
      name: 'credit',
      summary: 'Credits left and when they expire',
      options: [{ name: 'json', meaning: 'Print JSON' }],
      async run(given, { print, complain }) {
        try {
          const onTry = (outcome: Try) => reportWait({ print, complain }, outcome);
          const { json } = await connect(given, { onTry, retryForSeconds: retryQuestionsForSeconds }).credit();
          print(
            given.values.has('json')
              ? JSON.stringify(json)
              : `${json.credit} credits until ${json.expiration_date} UTC`,
          );
          return 0;
        } catch (failure) {
          if (failure instanceof UsageError) throw failure;
          complain(reasonOf(failure));
          return exitStatus(failure);
        }
      },
    },
    migrate,
    verify,
  ],
};

function pictureCommand(kind: PictureKind): Command<Output> {
  const own = optionsOf(kind.id);
  const takesBackground = own.some(({ name }) => name === 'background-color');
  const takesPoints = own.some(({ name }) => name === 'keep');
  return {
    name: kind.command,
    summary: kind.summary,
    words: '[PICTURES…]',
    options: [...own, ...(takesPoints ? [pointsOption] : []), ...pictureOptions],
    notes: [...(takesBackground ? [shopExample(kind)] : []), pictureNotes].join('\n\n'),
    run: (given, output) => runPictures({ kind, given, options: chosenOptions(kind.id, given), output }),
  };
}

function shopExample({ command }: PictureKind): string {
  return `For a shop, cropped with some room, on white, at most 1600 pixels a side:
  edgematte ${command} photos --out shop --output-format webp --crop subject --crop-margin 5% \\
    --background-color white --max-size 1600`;
}
