/** Entry of `edgematte`. */
import { readFileSync } from 'node:fs';
import { runProgram } from '../../../../src/wire/command-line/run.ts';
import { codeOf, FileError } from './file-error.ts';
import { program } from './program.ts';
import { statuses } from './statuses.ts';

const complain = (text: string) => void process.stderr.write(`${text}\n`);

// A failed write is reported by the code that writes.
process.stdout.on('error', () => {});
process.exitCode = await runProgram({ ...program, version }, process.argv.slice(2), {
  print(text) {
    process.stdout.write(`${text}\n`, (failure) => {
      if (!failure) return;
      // A reader that has enough closes the pipe: `edgematte … --json | head`.
      if (codeOf(failure) !== 'EPIPE') complain(new FileError('write', 'standard output', failure).message);
      process.exit(statuses.failed);
    });
  },
  complain,
});

/** Of the package that the bundle lies in, with the commit where a release was made from one. */
function version(): string {
  const described = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return described.gitHead ? `${described.version}, commit ${described.gitHead}` : described.version;
}
