/** `npm run car-bodies`: photos with the car's outline as the car networks are shown them, to train on. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { modelSettings } from '../../../src/inference/models/settings.ts';
import { nativePictures } from '../../../src/inference/native/pictures.ts';
import { findCar } from '../../../src/pixels/pipeline/car/layers.ts';
import { type SeenVehicle, seeVehicle } from '../../../src/pixels/pipeline/car/vehicle.ts';
import type { ByteTensor, Networks, Tensor } from '../../../src/pixels/pipeline/networks/networks.ts';
import { ImageFault } from '../../../src/pixels/pipeline/picture/fault.ts';
import type { Box, Region } from '../../../src/pixels/pipeline/plane/region.ts';
import { probe } from '../../../src/pixels/pipeline/probe/probe.ts';
import { photosIn, required } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { countdown } from '../countdown.ts';
import { openNetworks } from '../mattes/network.ts';

const help = `Usage: npm run car-bodies -- --photos DIR --out DIR

Writes each photo's car as two PNG files of RGB and outline, the outline as fourth channel:
NAME.view.png is what car-view is shown; NAME.png the same with 35 % of room around, at 640 x 512, to cut samples from.
NAME.body.png is the matte that car-parts is shown, neighbours that touch the car included; NAME.body.json says what of the
photo it covers, in pixels, and where other vehicles are, relative to the photo.
The networks of the manifest run in this process, on one thread. Photos without a vehicle are named and left out.

  --photos DIR   JPEG, PNG or WebP files
  --out DIR      folder for what is written; made when missing`;

const options = {
  help: { type: 'boolean', short: 'h' },
  photos: { type: 'string' },
  out: { type: 'string' },
} as const;

/** Size of the wide picture: the network of the shadow is shown this region, in fewer pixels. */
const wide = { widthPx: 640, heightPx: 512 } as const;

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(help);
  const out = required('out', values.out);
  const photos = photosIn(required('photos', values.photos));
  mkdirSync(out, { recursive: true });
  const networks = await openNetworks(modelSettings(process.env), { threads: 1, precision: 'fp32', cache: null });
  const report = countdown(photos.length);
  for (const photo of photos) {
    const { name } = path.parse(photo);
    const shown = await bodyOf(readFileSync(photo), networks);
    if (shown) {
      await write(path.join(out, `${name}.view.png`), shown.view);
      await write(path.join(out, `${name}.png`), shown.wide);
      await write(path.join(out, `${name}.body.png`), shown.body);
      writeFileSync(path.join(out, `${name}.body.json`), `${JSON.stringify(shown.place)}\n`);
    }
    report(name, shown ? 'written' : 'no vehicle');
  }
}

interface Shown {
  /** What the networks of the last round were shown: `uint8 [1,H,W,4]`. */
  readonly view: ByteTensor;
  readonly wide: ByteTensor;
  /** The matte of the part around the car: `uint8 [1,H,W,1]`. */
  readonly body: ByteTensor;
  readonly place: { readonly region: Region; readonly others: readonly Box[] };
}

/** @returns null where the service finds no vehicle */
async function bodyOf(file: Uint8Array, networks: Networks): Promise<Shown | null> {
  const shown = new Map<string, ByteTensor>();
  const picture = await nativePictures.open(file, probe(file));
  let seen: SeenVehicle;
  try {
    seen = await seeVehicle(picture, networks, 'matte');
    const parts = { windows: false, shadow: true, view: true };
    await findCar(picture, listening(networks, shown), 'matte', parts);
  } catch (error) {
    if (error instanceof ImageFault) return null;
    throw error;
  } finally {
    picture.close();
  }
  const [view, around] = [shown.get('car-view'), shown.get('car-shadow')];
  if (!view || !around) throw new Error('The pipeline did not ask for view and shadow');
  const { plane, region } = seen.subject.layer;
  const body: ByteTensor = {
    name: 'matte',
    datatype: 'UINT8',
    shape: [1, plane.heightPx, plane.widthPx, 1],
    data: plane.samples,
  };
  return { view, wide: around, body, place: { region, others: seen.vehicles.others } };
}

/** The networks, but for that of the shadow, which is asked for more pixels and answers with none; keeps what each was shown. */
function listening(networks: Networks, shown: Map<string, ByteTensor>): Networks {
  const { widthPx, heightPx } = wide;
  return {
    async describe(model) {
      const description = await networks.describe(model);
      if (model !== 'car-shadow') return description;
      return { ...description, inputs: [{ name: 'image', shape: [-1, heightPx, widthPx, 4] }] };
    },
    async infer(model, tensors) {
      shown.set(model, tensors[0]);
      if (model !== 'car-shadow') return networks.infer(model, tensors);
      const none = new Uint8Array(widthPx * heightPx);
      return [{ name: 'shadow', datatype: 'UINT8', shape: [1, heightPx, widthPx], data: none } satisfies Tensor];
    },
  };
}

async function write(file: string, { shape, data }: ByteTensor): Promise<void> {
  const [, height, width, channels] = shape;
  await sharp(data, { raw: { width, height, channels: channels === 1 ? 1 : 4 } })
    .png()
    .toFile(file);
}
