/** Entry of `npx edgematte`. */
import { runProgram } from '../../../../src/command-line/run.ts';
import { program } from './program.ts';

// A reader that has enough closes the pipe: `edgematte … --json | head`.
process.stdout.on('error', () => process.exit(1));
process.exitCode = await runProgram(program, process.argv.slice(2), {
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
});
