/**
 * A floor for things on flat backgrounds: what is of quite another colour than the background and touches the subject belongs to it,
 * whatever the network says (docs/decisions/0039-floor-on-flat-backgrounds.md).
 */
import { solidFrom, subjectFrom } from '../alpha.ts';
import { hasSubject } from '../matte.ts';
import type { Subject } from './subject.ts';

/** Share of the border that has one colour, within so many levels of any channel. */
const sameShare = 0.95;
const withinLevels = 12;
/** Levels of a channel from which on a colour is quite another one; the shadow at a thing's foot stays below. */
const anotherFrom = 151;

/**
 * Raises what the floor says. @returns the very subject where the border is of many colours, or nothing is to be raised
 */
export function withFloor(subject: Subject): Subject {
  const { layer, colours } = subject;
  const { widthPx, heightPx, samples } = layer.plane;
  const background = hasSubject(layer.plane) ? borderColour(colours, widthPx, heightPx) : null;
  if (!background) return subject;
  const away = differences(colours, background);
  const raised = samples.slice();
  const queue = new Uint32Array(samples.length);
  let end = 0;
  const isLost = (at: number) => away[at] >= anotherFrom && raised[at] < solidFrom;
  const visit = (at: number) => {
    if (!isLost(at)) return;
    raised[at] = 255;
    queue[end++] = at;
  };
  const besides = (at: number) => {
    const x = at % widthPx;
    return [
      x > 0 ? at - 1 : at,
      x < widthPx - 1 ? at + 1 : at,
      at >= widthPx ? at - widthPx : at,
      at + widthPx < samples.length ? at + widthPx : at,
    ];
  };
  for (let at = 0; at < samples.length; at++) {
    if (isLost(at) && [at, ...besides(at)].some((other) => samples[other] >= subjectFrom)) visit(at);
  }
  for (let taken = 0; taken < end; taken++) besides(queue[taken]).forEach(visit);
  if (end === 0) return subject;
  // The edge of what was raised: as much of it as there is in each pixel.
  for (let taken = 0; taken < end; taken++) {
    for (const at of besides(queue[taken])) {
      if (away[at] >= anotherFrom) continue;
      raised[at] = Math.max(raised[at], Math.round((255 * away[at]) / away[queue[taken]]));
    }
  }
  return { ...subject, layer: { ...layer, plane: { widthPx, heightPx, samples: raised } } };
}

/** The median of the outermost pixels; null where they are of more than one colour. */
function borderColour(colours: Uint8Array, widthPx: number, heightPx: number): readonly number[] | null {
  const border: number[] = [];
  for (let x = 0; x < widthPx; x++) border.push(x, (heightPx - 1) * widthPx + x);
  for (let y = 1; y < heightPx - 1; y++) border.push(y * widthPx, (y + 1) * widthPx - 1);
  const median = [0, 1, 2].map((channel) => {
    const values = Uint8Array.from(border, (at) => colours[at * 3 + channel]).sort();
    return values[values.length >> 1];
  });
  const isSame = (at: number) =>
    median.every((value, channel) => Math.abs(colours[at * 3 + channel] - value) <= withinLevels);
  return border.filter(isSame).length >= sameShare * border.length ? median : null;
}

/** The largest difference of a channel, pixel by pixel. */
function differences(colours: Uint8Array, [red, green, blue]: readonly number[]): Uint8Array {
  const away = new Uint8Array(colours.length / 3);
  for (let pixel = 0, at = 0; pixel < away.length; pixel++, at += 3) {
    const first = Math.max(Math.abs(colours[at] - red), Math.abs(colours[at + 1] - green));
    away[pixel] = Math.max(first, Math.abs(colours[at + 2] - blue));
  }
  return away;
}
