/** `npm run dev`: the whole service with reload. */
import { parseArgs } from 'node:util';
import { dev } from '../src/start/dev.ts';

const help = `Usage: npm run dev

The service of npm start under wrangler dev: the Workers are rebuilt and reloaded as files change.
Ports and folders by the same variables as npm start; its state is kept apart, in .edgematte/dev. For npm run keys set
EDGEMATTE_STATE=.edgematte/dev.`;

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
if (values.help) console.log(help);
else {
  await dev((line) => console.log(line)).catch((cause) => {
    console.error(cause instanceof Error ? cause.message : String(cause));
    process.exitCode = 1;
  });
}
