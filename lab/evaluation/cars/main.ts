/** `npm run evaluate-cars`: the whole service's answers for cars whose truth is known. */

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { required } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { countdown } from '../countdown.ts';
import { openService, type SampleService } from '../sample-service.ts';
import { measure, notFound, type Row } from './metrics.ts';
import { summary } from './summary.ts';
import { channels, type KnownCar, labelledPhotos, scenes } from './truth.ts';

const help = `Usage: npm run evaluate-cars -- --scenes DIR --out FILE
       npm run evaluate-cars -- --photos DIR --labels DIR --out FILE

Sends cars through the API and writes how far the answers are from the truth, each number with its 95 % interval.

  --scenes DIR   renders that \`python -m cars.scenes\` composed
  --photos DIR   photos that were labelled by hand
  --labels DIR   their labels (test/fixtures/cars/labels)
  --out FILE     JSON
  --url URL      a running service, with --key KEY; without it the command starts one of its own`;

const options = {
  help: { type: 'boolean', short: 'h' },
  scenes: { type: 'string' },
  photos: { type: 'string' },
  labels: { type: 'string', default: 'test/fixtures/cars/labels' },
  out: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
} as const;

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(help);
  const out = required('out', values.out);
  const cars: KnownCar[] = [];
  for await (const car of known(values)) cars.push(car);
  const service = await openService(values.url, values.key);
  try {
    const rows: Record<string, Record<string, Row>> = {};
    const report = countdown(cars.length);
    for (const car of cars) {
      const row = await judge(service, car);
      rows[car.group] = { ...rows[car.group], [car.name]: row };
      report(car.name, `intersection over union ${row.iou.toFixed(3)}`);
    }
    const groups = Object.entries(rows).map(([group, each]) => [group, summary(Object.values(each))] as const);
    const failures = Object.entries(rows).map(
      ([group, each]) => [group, Object.keys(each).filter((name) => each[name].whole_and_alone === 0)] as const,
    );
    const result = { ...Object.fromEntries(groups), not_whole_and_alone: Object.fromEntries(failures) };
    writeFileSync(out, `${JSON.stringify(result, null, 2)}\n`);
    for (const [group, metrics] of groups) {
      console.log(group);
      console.table(metrics);
    }
  } finally {
    await service.stop();
  }
}

function known(values: { scenes?: string; photos?: string; labels: string }): AsyncGenerator<KnownCar> {
  if (values.scenes !== undefined) return scenes(values.scenes);
  if (values.photos !== undefined) return labelledPhotos(values.photos, values.labels);
  throw new Error('Expected --scenes or --photos');
}

/** @throws Error where the service did not answer as it does for a picture with or without a vehicle */
async function judge(service: SampleService, car: KnownCar): Promise<Row> {
  const ask = async (windows: boolean) => {
    const { status, error, picture, view } = await service.send(car.file, {
      operation: 'car-layers',
      windows,
      shadow: 'none',
    });
    if (status === 422) return null;
    if (!picture || !view) throw new Error(`${car.name}: the service answered ${status} ${error}`);
    const [, , , alpha] = await channels(picture, 4);
    return { alpha, view };
  };
  const [closed, opened] = [await ask(false), await ask(true)];
  if (!closed || !opened) return notFound;
  const { azimuth_deg, elevation_deg } = closed.view;
  return measure(car, {
    closed: closed.alpha,
    opened: opened.alpha,
    azimuth: azimuth_deg,
    elevation: elevation_deg,
  });
}
