/** `npm run build`: bundles both Workers and the pages into dist/. */
import { parseArgs } from 'node:util';
import { build } from '../src/start/build.ts';

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
if (values.help) {
  console.log('Usage: npm run build\n\nBundles edge and gateway Worker and the pages into dist/. No other option.');
} else {
  await build();
}
