/** Lines of curl as the documentation of remove.bg had them; `-f` is `--fail-with-body`, to see what was answered. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Order, Program, Said } from './program.ts';

const address = 'https://api.remove.bg/v1.0';

export const runCurl: Program = async (orders, folder, environment) => {
  const answers: Said[] = [];
  for (const order of orders) {
    const words = ['-sS', '-D', 'head.txt', '-H', `X-Api-Key: ${order.key}`, ...wordsFor(order, folder)];
    await new Promise<void>((resolve, reject) => {
      execFile('curl', words, { cwd: folder, env: environment }, (failure, _stdout, complaints) => {
        // 22 is a status of 400 and more.
        if (failure && failure.code !== 22) reject(new Error(`curl ${words.join(' ')}\n${complaints}`));
        else resolve();
      });
    });
    answers.push(read(order, folder));
  }
  return answers;
};

/** What follows the key. */
function wordsFor(order: Order, folder: string): string[] {
  const end = ['--fail-with-body', '-o', order.out];
  if (order.account) return [...end, `${address}/account`];
  const json = order.json ? ['-H', 'Accept: application/json'] : [];
  return [...imageWords(order, folder), ...json, ...end, `${address}/removebg`];
}

function imageWords({ way, body, photo, address: url, fields, beside }: Order, folder: string): string[] {
  const base64 = () => readFileSync(path.join(folder, photo ?? '')).toString('base64');
  if (body === 'json') {
    const image = way === 'url' ? { image_url: url } : { image_file_b64: base64() };
    writeFileSync(path.join(folder, 'body.json'), JSON.stringify({ ...image, ...fields }));
    return ['-H', 'Content-Type: application/json', '-d', '@body.json'];
  }
  const given = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  if (way === 'base64') writeFileSync(path.join(folder, 'photo.b64'), base64());
  if (body === 'urlencoded') {
    const image = way === 'url' ? `image_url=${url}` : 'image_file_b64@photo.b64';
    return [image, ...given].flatMap((field) => ['--data-urlencode', field]);
  }
  const images = { file: `image_file=@${photo}`, base64: 'image_file_b64=<photo.b64', url: `image_url=${url}` };
  const further = beside ? [`${beside[0]}=@${beside[1]}`] : [];
  return [...(photo === null ? [] : [images[way]]), ...further, ...given].flatMap((field) => ['-F', field]);
}

/** @throws Error where JSON was asked for and its members are not there */
function read({ account, json, out }: Order, folder: string): Said {
  const head = readFileSync(path.join(folder, 'head.txt'), 'latin1').split('\r\n\r\n').at(-2) ?? '';
  const status = Number(/^HTTP\/\S+ (\d+)/.exec(head)?.[1]);
  const header = (name: string) => new RegExp(`^${name}: (.*?)\r?$`, 'im').exec(head)?.[1];
  const body = readFileSync(path.join(folder, out));
  if (status !== 200) return { status, code: JSON.parse(body.toString()).errors[0].code };
  if (account) return { status, credits: JSON.parse(body.toString()).data.attributes.credits.total };
  if (json) {
    const { result_b64: picture, ...box } = JSON.parse(body.toString()).data;
    if (!['top', 'left', 'width', 'height'].every((side) => Number.isInteger(box[`foreground_${side}`]))) {
      throw new Error(`JSON without the subject's box: ${JSON.stringify(box)}`);
    }
    writeFileSync(path.join(folder, out), Buffer.from(picture, 'base64'));
  }
  return { status, file: out, type: header('X-Type') ?? null, charged: header('X-Credits-Charged') };
}
