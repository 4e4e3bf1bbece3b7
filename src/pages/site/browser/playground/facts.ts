/** What is known of a result, as pairs of a term and its text. */
import type { AnsweredPicture } from './outcome.ts';

export type Fact = readonly [term: string, text: string];

/** Facts of a result. @param milliseconds from sending the photo to the last byte of the answer */
export function factsOf(
  { known, bytes }: Pick<AnsweredPicture, 'known' | 'bytes'>,
  milliseconds: number,
): readonly Fact[] {
  const facts: Fact[] = [];
  if (known.inputPx) facts.push(['Size', `${sides(known.inputPx)} pixels`]);
  if (known.outputPx) facts.push(['Output', `${sides(known.outputPx)} pixels`]);
  if (known.wasDownscaled && known.processedPx) facts.push(['Read at', `${sides(known.processedPx)} pixels`]);
  facts.push(['Answer', fileSize(bytes)]);
  if (known.photo !== null) facts.push(['Kind', kind(known.photo)]);
  if (known.shadowType) facts.push(['Shadow', known.shadowType]);
  facts.push(['Time', duration(milliseconds)]);
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

function sides([width, height]: readonly [number, number]): string {
  return `${width} × ${height}`;
}

function kind(photo: number): string {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return photo >= 0.5 ? `photo, ${percent(photo)} sure` : `graphic, ${percent(1 - photo)} sure`;
}
