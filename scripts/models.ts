/** The model repository at the command line: `npm run models -- --help`. */
import { runOnceWith } from '../src/inference/run-once.ts';
import { runModels } from '../src/models/commands.ts';

const { argv, env, stdout } = process;
const status = await runModels(argv.slice(2), {
  environment: env,
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
  progress: stdout,
  runOnce: runOnceWith(env, (text) => console.error(text)),
});
// Not only the exit status: a broken-off download may leave a socket that would hold the process for minutes.
process.exit(status);
