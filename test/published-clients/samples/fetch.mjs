// As remove.bg's sample for the fetch of Node.js and of browsers.
import { openAsBlob, writeFileSync } from 'node:fs';

const { ADDRESS, API_KEY, FILE_FIELD, PHOTO, OUT, ACCEPT } = process.env;
const formData = new FormData();
for (const field of process.argv.slice(2)) {
  const at = field.indexOf('=');
  formData.append(field.slice(0, at), field.slice(at + 1));
}
formData.append(FILE_FIELD, await openAsBlob(PHOTO), 'photo.png');

const response = await fetch(ADDRESS, {
  method: 'POST',
  headers: { 'X-Api-Key': API_KEY, ...(ACCEPT && { Accept: ACCEPT }) },
  body: formData,
});
writeFileSync(OUT, Buffer.from(await response.arrayBuffer()));
console.log(response.status);
