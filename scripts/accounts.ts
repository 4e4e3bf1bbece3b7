/** `npm run accounts -- COMMAND`: makes operators of accounts and reads events of Stripe again, through the admin API. */
import { billingCommands } from '../src/money/billing/commands.ts';
import { ofThisProcess, runAdminProgram } from '../src/money/keys/command-line.ts';
import { commands } from '../src/pages/operator/commands.ts';

process.exitCode = await runAdminProgram('npm run accounts --', [...commands, ...billingCommands], ofThisProcess());
