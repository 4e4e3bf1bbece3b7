/** `npm run regions`: whether `roi` keeps the subject that is asked for, and not the other one. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { choice, count, photosIn, required } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { countdown } from '../countdown.ts';
import { startOwnService } from '../own-service.ts';
import { type Composite, composite, subjectsOf } from './composites.ts';
import { isGood, leastSubjectOverlap, measure, mostOtherKept } from './measure.ts';

const help = `Usage: npm run regions -- --subjects DIR --backgrounds DIR [options]

Makes composites of two subjects before a photo, of which the boxes overlap in every second one by at least a fifth of the larger
box, and asks a service for one of both by \`roi\`: its box, 2 % larger. Prints the overlap (intersection over union) with what is
seen of the subject, and the share of the other one that is kept. An answer is good from ${leastSubjectOverlap} and up to ${mostOtherKept} on.

  --subjects DIR     cutouts with exact alpha, PNG or WebP; may be given several times, and then names an order
  --backgrounds DIR  photos
  --half H           counted (default) or tuning: every second subject; rules are chosen on the other half
  --count N          composites (30)
  --after N          leaves so many of them out (0)
  --out DIR          composites beside their answers`;

const options = {
  help: { type: 'boolean', short: 'h' },
  subjects: { type: 'string', multiple: true },
  backgrounds: { type: 'string' },
  half: { type: 'string', default: 'counted' },
  count: { type: 'string', default: '30' },
  after: { type: 'string', default: '0' },
  out: { type: 'string' },
} as const;

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(help);
  const subjects = await subjectsOf(values.subjects ?? [], choice('half', values.half, ['counted', 'tuning']));
  const backgrounds = photosIn(required('backgrounds', values.backgrounds));
  const all = count('count', values.count);
  const after = values.after === '0' ? 0 : count('after', values.after);
  if (subjects.length < 2) throw new Error('Expected --subjects with at least four cutouts');
  if (values.out) mkdirSync(values.out, { recursive: true });
  const service = await startOwnService();
  const good = { apart: 0, overlapping: 0 };
  try {
    const report = countdown(all - after);
    for (let number = after; number < all; number++) {
      const asked = await composite(number, subjects, backgrounds);
      const alpha = await ask(service, asked);
      const measured = measure(alpha, asked.asked, asked.other);
      const kind = asked.overlaps ? 'overlapping' : 'apart';
      if (isGood(measured)) good[kind]++;
      const { overlap, otherKept } = measured;
      const figures = `${isGood(measured) ? 'good' : 'bad '} ${kind.padEnd(11)} ${overlap.toFixed(3)} ${otherKept.toFixed(3)}`;
      report(asked.name, figures);
      console.log(`${figures} ${asked.name}`);
      if (values.out) writeFileSync(path.join(values.out, `${number}.jpg`), await shown(asked, alpha));
    }
  } finally {
    await service.stop();
  }
  console.log(`good: ${good.apart + good.overlapping} of ${all - after}; of those that overlap ${good.overlapping}`);
}

/** The matte of the subject in the box. */
async function ask({ base, key }: { readonly base: string; readonly key: string }, asked: Composite) {
  const { leftPx, topPx, widthPx, heightPx } = asked.box;
  const form = new FormData();
  form.append('roi', [leftPx, topPx, leftPx + widthPx, topPx + heightPx].join(' '));
  form.append('file', new File([new Uint8Array(asked.file)], 'two.jpg'));
  const answer = await fetch(`${base}/v1.0/alpha-channel`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: form,
  });
  if (answer.status !== 200) throw new Error(`${asked.name}: ${answer.status} ${await answer.text()}`);
  const plane = await sharp(await answer.arrayBuffer())
    .extractChannel(0)
    .raw()
    .toBuffer();
  return new Uint8Array(plane);
}

/** The composite with its box, what is seen of the subject, and the answer. */
async function shown({ file, box, asked, ...size }: Composite, alpha: Uint8Array): Promise<Buffer> {
  const width = 400;
  const raw = { width: size.widthPx, height: size.heightPx, channels: 1 as const };
  const planes = [asked, alpha].map((plane) =>
    sharp(plane, { raw }).toColourspace('srgb').resize(width).png().toBuffer(),
  );
  const { leftPx: x, topPx: y, widthPx: across, heightPx: down } = box;
  const frame = `<rect x="${x}" y="${y}" width="${across}" height="${down}" fill="none" stroke="red" stroke-width="4"/>`;
  const svg = Buffer.from(`<svg width="${size.widthPx}" height="${size.heightPx}">${frame}</svg>`);
  const framed = await sharp(file)
    .composite([{ input: svg }])
    .png()
    .toBuffer();
  const tiles = await Promise.all([sharp(framed).resize(width).png().toBuffer(), ...planes]);
  const height = Math.round((width * size.heightPx) / size.widthPx);
  return sharp({ create: { width: width * 3, height, channels: 3, background: 'black' } })
    .composite(tiles.map((input, at) => ({ input, left: at * width, top: 0 })))
    .jpeg()
    .toBuffer();
}
