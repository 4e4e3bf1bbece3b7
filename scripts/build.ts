/** `npm run build`: bundles the Workers and the pages into dist/, or the inference service. */
import { parseArgs } from 'node:util';
import { buildWorkers } from '../src/local/build.ts';
import { buildImage, buildInference } from '../src/local/build-inference.ts';

const help = `Usage: npm run build [-- --inference | --image]

Bundles edge, gateway and fetcher Worker and the pages into dist/.

  --inference   bundle the inference service into dist/inference instead
  --image       the same into dist/image, with the packages that it needs: a folder that runs without the project`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    inference: { type: 'boolean' },
    image: { type: 'boolean' },
  },
});
if (values.help) console.log(help);
else if (values.inference) await buildInference();
else if (values.image) await buildImage();
else await buildWorkers();
