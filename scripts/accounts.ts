/** `npm run accounts -- COMMAND`: makes operators of accounts through the admin API. */
import { ofThisProcess, runAdminProgram } from '../src/keys/command-line.ts';
import { commands } from '../src/operator/commands.ts';

process.exitCode = await runAdminProgram('npm run accounts --', commands, ofThisProcess());
