/** What is known of a result, as pairs of a term and its text. */
import type { MadePicture } from './api.ts';

export type Fact = readonly [term: string, text: string];

/** Facts of a cutout, from the headers of its answer. */
export function factsOf({ png, headers, milliseconds }: MadePicture): readonly Fact[] {
  const facts: Fact[] = [];
  const input = headers.get('X-Input-Dimensions');
  if (input) facts.push(['Size', `${sides(input)} pixels`]);
  if (headers.get('X-Was-Downscaled') === 'true') {
    facts.push(['Read at', `${sides(headers.get('X-Processed-Dimensions') ?? '')} pixels`]);
  }
  facts.push(['Cutout file', fileSize(png.size)]);
  const photo = headers.get('X-Image-Type-Photo');
  if (photo) facts.push(['Kind', kind(Number(photo))]);
  facts.push(['Time', duration(milliseconds)]);
  const steps = serverSteps(headers.get('Server-Timing') ?? '');
  if (steps.length > 0) facts.push(['On the server', steps.join(', ')]);
  return facts;
}

/** Bytes as a person reads them, in the contract's MB of 1024 × 1024 bytes; rounded up, so that over is over. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = Math.ceil(bytes / 1024);
  return kilobytes < 1024 ? `${kilobytes} kB` : `${(Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1)} MB`;
}

/** Milliseconds as a person reads them. */
export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** `2027-01-31 23:59:59` as `31 January 2027`; another text as it is. */
export function day(expirationDate: string): string {
  const moment = new Date(`${expirationDate.replace(' ', 'T')}Z`);
  if (Number.isNaN(moment.getTime())) return expirationDate;
  return moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

function sides(dimensions: string): string {
  return dimensions.replace(',', ' × ');
}

function kind(photo: number): string {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return photo >= 0.5 ? `photo, ${percent(photo)} sure` : `graphic, ${percent(1 - photo)} sure`;
}

/** `name;dur=12.3` entries of `Server-Timing`; steps too short to tell are left out. */
function serverSteps(header: string): string[] {
  const steps = header.matchAll(/([\w-]+);dur=([\d.]+)/g);
  return [...steps]
    .filter(([, , text]) => Number(text) >= 1)
    .map(([, name, text]) => `${name} ${duration(Number(text))}`);
}
