// Drives `remove.bg` of npm: what orders.json asks for, and what came of each in a line.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(`${process.cwd()}/`);
const client = require('remove.bg');

for (const { way, photo, address, fields, key, out } of JSON.parse(readFileSync('orders.json', 'utf8'))) {
  const { crop, add_shadow, ...texts } = fields;
  const options = { ...texts, apiKey: key, outputFile: out };
  if (crop !== undefined) options.crop = crop === 'true';
  if (add_shadow !== undefined) options.add_shadow = add_shadow === 'true';
  console.log(JSON.stringify(await ask(way, options)));

  async function ask(kind, given) {
    try {
      const answer = await {
        file: () => client.removeBackgroundFromImageFile({ ...given, path: photo }),
        url: () => client.removeBackgroundFromImageUrl({ ...given, url: address }),
        base64: () =>
          client.removeBackgroundFromImageBase64({ ...given, base64img: readFileSync(photo).toString('base64') }),
      }[kind]();
      return { file: out, type: answer.detectedType ?? null, charged: answer.creditsCharged };
    } catch (errors) {
      return { code: errors[0].code };
    }
  }
}
