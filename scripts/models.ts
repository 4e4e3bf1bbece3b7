/** The model repository at the command line: `npm run models -- --help`. */
import { runOnceWith } from '../src/inference/run-once.ts';
import { runModelsCommand } from '../src/models/commands.ts';

const { argv, env, stdout, stderr } = process;
const code = await runModelsCommand(argv.slice(2), {
  environment: env,
  stdout,
  stderr,
  runOnce: runOnceWith(env, (text) => stderr.write(`${text}\n`)),
});
// Not only the exit code: a broken-off download may leave a socket that would hold the process for minutes.
process.exit(code);
