/** npx tsx cutout.mts PHOTO TO: cuts out the subject of a photo. */
import { openAsBlob } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { Edgematte, EdgematteError } from 'edgematte';

const [photo, to] = process.argv.slice(2);
const { EDGEMATTE_ADDRESS: address = '', EDGEMATTE_KEY: key } = process.env;
const edgematte = new Edgematte({ address, key });
try {
  const { bytes } = await edgematte.cutout(await openAsBlob(photo), { crop: 'subject' });
  await writeFile(`${to}.part`, bytes);
  await rename(`${to}.part`, to);
} catch (failure) {
  if (!(failure instanceof EdgematteError)) throw failure;
  console.error(`${failure.message} (request ${failure.requestId})`);
  process.exitCode = 1;
}
