/** `npm run build`: bundles both Workers and the pages into dist/, or the inference service. */
import { parseArgs } from 'node:util';
import { buildWorkers } from '../src/start/build.ts';
import { buildInference } from '../src/start/build-inference.ts';

const help = `Usage: npm run build [-- --inference]

Bundles edge and gateway Worker and the pages into dist/.

  --inference   bundle the inference service into dist/inference instead, for an image`;

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' }, inference: { type: 'boolean' } } });
if (values.help) console.log(help);
else if (values.inference) await buildInference();
else await buildWorkers();
