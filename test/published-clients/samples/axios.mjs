// As remove.bg's sample for Node.js: axios and form-data, with the header that axios sends by itself.
import { createReadStream, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(`${process.env.PACKAGES}/`);
const axios = require('axios');
const FormData = require('form-data');

const { ADDRESS, API_KEY, FILE_FIELD, PHOTO, OUT, ACCEPT } = process.env;
const formData = new FormData();
for (const field of process.argv.slice(2)) {
  const at = field.indexOf('=');
  formData.append(field.slice(0, at), field.slice(at + 1));
}
formData.append(FILE_FIELD, createReadStream(PHOTO), path.basename(PHOTO));

const response = await axios({
  method: 'post',
  url: ADDRESS,
  data: formData,
  responseType: 'arraybuffer',
  headers: { ...formData.getHeaders(), 'X-Api-Key': API_KEY, ...(ACCEPT && { Accept: ACCEPT }) },
  encoding: null,
  validateStatus: () => true,
});
writeFileSync(OUT, response.data);
console.log(response.status);
