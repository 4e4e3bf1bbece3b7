/** Calls every operation with openapi-fetch and the types that openapi-typescript made, and leaves the pictures here. */
import { readFile, writeFile } from 'node:fs/promises';
import createClient from 'openapi-fetch';
import type { paths } from './generated/types.js';

const client = createClient<paths>({
  baseUrl: process.env.BASE,
  headers: { 'X-API-Key': process.env.EDGEMATTE_KEY },
});
const bytes = await readFile('photo.jpg');
const text = bytes.toString('base64');
// openapi-typescript types a file as a text: https://openapi-ts.dev/openapi-fetch/api#bodyserializer.
const photo = new Blob([bytes]) as unknown as string;

/** Fields as a form, which the client does not make by itself. */
function bodySerializer(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}

// Texts that are empty count as not sent.
const noPoints = { keep_points: '', drop_points: '' };
const asForm = { bodySerializer, parseAs: 'arrayBuffer' } as const;

async function save(name: string, { data, response, error }: { data?: unknown; response: Response; error?: unknown }) {
  if (!(data instanceof ArrayBuffer)) throw new Error(`${name}: ${response.status} ${JSON.stringify(error)}`);
  await writeFile(`${name}.picture`, new Uint8Array(data));
}

async function saveText(file: string, picture: string | undefined) {
  if (picture === undefined) throw new Error(`Nothing came for ${file}`);
  await writeFile(file, picture, 'base64');
}

await save(
  'image-without-background',
  await client.POST('/v1.0/image-without-background', { body: { file: photo }, ...asForm }),
);
await save(
  'alpha-channel',
  await client.POST('/v1.0/alpha-channel', { body: { file: photo, ...noPoints }, ...asForm }),
);
await save(
  'car-image-without-background',
  await client.POST('/v1.0/car-image-without-background', { body: { file: photo }, ...asForm }),
);
await save('removebg', await client.POST('/v1.0/removebg', { body: { image_file: photo, size: 'full' }, ...asForm }));

const body = { image_base64: text };
const cutout = await client.POST('/v1.0/image-without-background-base64', { body });
await saveText('image-without-background-base64.picture', cutout.data?.img_without_background_base64);
const matte = await client.POST('/v1.0/alpha-channel-base64', { body: { ...body, ...noPoints } });
await saveText('alpha-channel-base64.picture', matte.data?.alpha_base64);
const car = await client.POST('/v1.0/car-image-without-background-base64', { body });
await saveText('car-image-without-background-base64.picture', car.data?.img_without_background_base64);
const layers = await client.POST('/v1.0/car-layers-base64', { body });
await saveText('car-layers-base64.picture', layers.data?.img_without_background_base64);
await saveText('car-layers-base64.shadow', layers.data?.shadow_base64);

const { data: balance } = await client.GET('/available-credit');
await writeFile('available-credit.json', JSON.stringify({ credit: balance?.credit }));
const { data: given } = await client.POST('/v1.0/improve', { body: { image_file_b64: text } });
await writeFile('removebg-improve.json', JSON.stringify({ id: given?.id }));
const { data: account } = await client.GET('/v1.0/account');
await writeFile('removebg-account.json', JSON.stringify({ credit: account?.data.attributes.credits.total }));
