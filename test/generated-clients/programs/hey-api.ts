/** Calls every operation with a client that @hey-api/openapi-ts made, and leaves the pictures in this folder. */
import { readFile, writeFile } from 'node:fs/promises';
import { client } from './generated/client.gen.js';
import {
  alphaChannel,
  alphaChannelBase64,
  availableCredit,
  carImageWithoutBackground,
  carImageWithoutBackgroundBase64,
  carLayersBase64,
  imageWithoutBackground,
  imageWithoutBackgroundBase64,
  removebg,
  removebgAccount,
  removebgImprove,
} from './generated/sdk.gen.js';

client.setConfig({ baseUrl: process.env.BASE, auth: process.env.EDGEMATTE_KEY, throwOnError: true });
const bytes = await readFile('photo.jpg');
const text = bytes.toString('base64');
const file = new Blob([bytes]);
const throwOnError = true;
// Texts that are empty count as not sent.
const noPoints = { keep_points: '', drop_points: '' };

async function save(name: string, { data }: { data: Blob | File }) {
  await writeFile(`${name}.picture`, new Uint8Array(await data.arrayBuffer()));
}

async function saveText(name: string, picture: string | undefined) {
  if (picture === undefined) throw new Error(`Nothing came for ${name}`);
  await writeFile(name, picture, 'base64');
}

await save('image-without-background', await imageWithoutBackground({ body: { file }, throwOnError }));
await save('alpha-channel', await alphaChannel({ body: { file, ...noPoints }, throwOnError }));
await save('car-image-without-background', await carImageWithoutBackground({ body: { file }, throwOnError }));
await save('removebg', await removebg({ body: { image_file_b64: text, size: 'full' }, throwOnError }));

const body = { image_base64: text };
const cutout = await imageWithoutBackgroundBase64({ body, throwOnError });
await saveText('image-without-background-base64.picture', cutout.data.img_without_background_base64);
const matte = await alphaChannelBase64({ body: { ...body, ...noPoints }, throwOnError });
await saveText('alpha-channel-base64.picture', matte.data.alpha_base64);
const car = await carImageWithoutBackgroundBase64({ body, throwOnError });
await saveText('car-image-without-background-base64.picture', car.data.img_without_background_base64);
const layers = await carLayersBase64({ body, throwOnError });
await saveText('car-layers-base64.picture', layers.data.img_without_background_base64);
await saveText('car-layers-base64.shadow', layers.data.shadow_base64);

const balance = await availableCredit({ throwOnError });
await writeFile('available-credit.json', JSON.stringify({ credit: balance.data.credit }));
const given = await removebgImprove({ body: { image_file_b64: text }, throwOnError });
await writeFile('removebg-improve.json', JSON.stringify({ id: given.data.id }));
const account = await removebgAccount({ throwOnError });
await writeFile('removebg-account.json', JSON.stringify({ credit: account.data.data.attributes.credits.total }));
