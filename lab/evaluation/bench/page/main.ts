/** `npm run bench-page`: how long a person waits for a click on a photo of 12 megapixels. */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { noBrowser } from '../../../../testing/chromium.ts';
import { median } from '../../../../testing/percentiles.ts';
import { count } from '../../arguments.ts';
import { runCommand } from '../../command.ts';
import { laterOf, timedClicks } from './clicks.ts';

const help = `Usage: npm run bench-page [-- --clicks N]

Opens the page in a browser, has a photo of 12 megapixels cut out and clicks on what should stay or go; the whole service with its
shipped networks runs beside the browser. Prints milliseconds from a click until the picture on the page follows it, and their
median. The first click on each photo is not counted: the networks see the photo anew. Run it on a quiet machine.

  --clicks N    clicks that count (20)`;
const aimMs = 1500;

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' }, clicks: { type: 'string', default: '20' } },
  });
  if (values.help) return console.log(help);
  const wanted = count('clicks', values.clicks);
  if (noBrowser) throw new Error(noBrowser);
  const [load] = loadavg();
  const clicks = await timedClicks(wanted);
  const list = (milliseconds: readonly number[]) => milliseconds.map((each) => each.toFixed(0)).join(' ');
  const later = laterOf(clicks);
  const first = clicks.filter(({ number }) => number === 1);
  const middle = median(later.map(({ ms }) => ms));
  console.log(
    `Machine: ${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores, Node ${process.versions.node}`,
  );
  console.log(`Load before the run: ${load.toFixed(1)}`);
  console.log(`First clicks, ms: ${list(first.map(({ ms }) => ms))}`);
  console.log(`From the second click on, ms: ${list(later.map(({ ms }) => ms))}`);
  console.log(`Of these the call, ms: ${list(later.map(({ callMs }) => callMs))}`);
  console.log(`Median of ${later.length}: ${middle.toFixed(0)} ms; the aim is at most ${aimMs}`);
}
