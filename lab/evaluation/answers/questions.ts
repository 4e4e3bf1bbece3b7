/** What the service is asked, so that two versions can be compared. Each question has a name of its own. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { processingOperations } from '../../../src/contract/operations.ts';
import type { Option } from '../../../src/contract/options.ts';
import { inProject } from '../../../src/local/root.ts';

export type Options = Readonly<Record<string, string>>;

/** One call of a paid operation, or of the remove.bg compatibility API. */
export interface Question {
  readonly name: string;
  /** Path after `/v1.0/`. */
  readonly operation: string;
  readonly photo: Buffer;
  readonly options: Options;
}

type Asked = Readonly<Record<string, readonly Options[]>>;

const ofCutouts: readonly Options[] = [{}, { edge_colors: 'original' }, { include_image_type: 'false' }];
const ofCars: readonly Options[] = [{}, { shadow_type: 'none', reconstruct_windows: 'false' }];

/** What every photo is sent to. */
const everyOperation: Asked = {
  'image-without-background': ofCutouts,
  'image-without-background-base64': ofCutouts,
  'alpha-channel': [{}],
  'alpha-channel-base64': [{}],
  'car-image-without-background': ofCars,
  'car-image-without-background-base64': ofCars,
  'car-layers-base64': ofCars,
};

/** What a picture of the decoders' fixtures is sent to: it is there for its format. */
const fewOperations: Asked = { 'image-without-background': [{}], 'alpha-channel-base64': [{}] };

/** Options without effect unless another one is given. */
const beside: Readonly<Record<string, Options>> = {
  crop_margin: { crop: 'subject' },
  crop_cut_sides: { crop: 'subject', scale: '80%' },
  output_quality: { output_format: 'webp' },
  shadow_opacity: { shadow: 'contact' },
};

/** Fields of the remove.bg API, each beside the size that costs a credit. */
const removebgOptions: readonly Options[] = [
  {},
  { size: 'auto' },
  ...['png', 'jpg', 'webp', 'zip'].map((format) => ({ size: 'auto', format })),
  { size: 'auto', channels: 'alpha' },
  { size: 'auto', bg_color: '81d4fa' },
  { size: 'auto', crop: 'true', crop_margin: '10%' },
  { size: 'auto', scale: '80%', position: 'center' },
  { size: 'auto', roi: '10% 10% 90% 90%' },
  { size: 'auto', type: 'car', add_shadow: 'true' },
  { size: 'auto', shadow_type: 'drop', shadow_opacity: '40' },
];

/**
 * All questions, photos first.
 * @param named photos beside those of the tests, or folders of them
 * @param photosOnly leaves the fixtures of the decoders, every option and the remove.bg API out
 */
export async function questions(named: readonly string[], photosOnly: boolean): Promise<Question[]> {
  const asked = (files: readonly string[], operations: Asked) =>
    files.flatMap((file) => questionsOf(path.basename(file), readFileSync(file), operations));
  const photos = ['photos', 'cars'].flatMap((folder) => filesOf(inProject(`test/fixtures/${folder}`)));
  return [
    ...asked(photos, everyOperation),
    ...asked(named.flatMap(filesOf), everyOperation),
    ...(await large()),
    ...(photosOnly ? [] : asked(filesOf(inProject('test/fixtures/pictures/input')), fewOperations)),
    ...(photosOnly ? [] : everyOption()),
  ];
}

/** Each choice of each option of each operation, and the fields of the remove.bg API, on one photo of a thing and one of a car. */
function everyOption(): Question[] {
  const [thing, car] = ['photos/coffee.png', 'cars/coupe.jpg'].map((name) => inProject(`test/fixtures/${name}`));
  const asked = processingOperations.flatMap(({ name, result, options }) => {
    const file = result.startsWith('car-') ? car : thing;
    const sent = Object.entries(options).flatMap(([option, declared]) =>
      valuesOf(declared).map((value) => ({ ...beside[option], [option]: value })),
    );
    return questionsOf(path.basename(file), readFileSync(file), { [name]: sent });
  });
  return [...asked, ...questionsOf(path.basename(thing), readFileSync(thing), { removebg: removebgOptions })];
}

/** The values of an option that are sent: all but its default, or the examples of the reference. */
function valuesOf({ values, schema }: Option): string[] {
  if (values.length > 0) return values.filter((value) => value !== schema.default).map(String);
  return Array.isArray(schema.examples) ? schema.examples.map(String) : [];
}

/** Photos that are too large for an isolate, so that the image lane answers. */
async function large(): Promise<Question[]> {
  const asked: Question[] = [];
  for (const [width, height] of [
    [4000, 3000],
    [7000, 5000],
  ]) {
    for (const photo of ['photos/coffee.png', 'cars/coupe.jpg']) {
      const bytes = await sharp(inProject(`test/fixtures/${photo}`))
        .resize(width, height, { fit: 'fill', kernel: 'cubic' })
        .jpeg({ quality: 90 })
        .toBuffer();
      asked.push(...questionsOf(`${photo} at ${width} x ${height}`, bytes, everyOperation));
    }
  }
  return asked;
}

function questionsOf(photo: string, bytes: Buffer, operations: Asked): Question[] {
  return Object.entries(operations).flatMap(([operation, choices]) =>
    choices.map((options) => ({
      name: `${photo} ${operation} ${JSON.stringify(options)}`,
      ...{ operation, photo: bytes, options },
    })),
  );
}

function filesOf(place: string): string[] {
  const pictures = /\.(jpe?g|png|webp|avif|hei[cf]|tiff?|bmp|gif)$/i;
  try {
    const names = readdirSync(place).filter((name) => pictures.test(name));
    return names.sort().map((name) => path.join(place, name));
  } catch {
    return [place];
  }
}
