/** `npm run keys -- COMMAND`: makes, lists and changes keys through the admin API. */
import { ofThisProcess, runKeys } from '../src/money/keys/command-line.ts';

process.exitCode = await runKeys(ofThisProcess());
