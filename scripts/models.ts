/** The model repository at the command line: `npm run models -- --help`. */
import { availableMemory } from '../src/inference/memory.ts';
import { runModels } from '../src/inference/models/commands.ts';
import { runOnceApart } from '../src/inference/run-once.ts';

const { argv, env, stdout } = process;
const status = await runModels(argv.slice(2), {
  environment: env,
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
  progress: stdout,
  runOnce: runOnceApart(env),
  memoryBytes: availableMemory(),
});
// Not only the exit status: a broken-off download may leave a socket that would hold the process for minutes.
process.exit(status);
