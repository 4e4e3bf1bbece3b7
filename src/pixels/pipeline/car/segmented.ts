/**
 * A car with what the point segmenter says where networks disagree: scraps of other things go, lost mirrors come back. It is asked once for
 * each scrap and up to three times for each mirror, over the region of the car.
 */
import { NetworkAbsent, type Networks } from '../networks/networks.ts';
import { proxy } from '../networks/proxy.ts';
import { unlessUnavailable } from '../passes/subject.ts';
import type { Picture } from '../picture/picture.ts';
import { shownFrom } from '../plane/alpha.ts';
import { type Layer, reducedLayer } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';
import type { Box, Region } from '../plane/region.ts';
import { frameInPicture, sizeInFrame } from '../points/frame.ts';
import { type AskedSegmenter, type Mask, maskPx, segmenterOf } from '../points/segmenter.ts';
import { boxOnPlane } from './box.ts';
import { type CarMaps, mirrorsInQuestion, type Question, scrapsInQuestion } from './questions.ts';
import {
  type CarSurroundings,
  foreignPart,
  gapBeside,
  lostMirror,
  middleOfMirror,
  stalkIn,
  surroundingsOf,
} from './segmented-parts.ts';

/** What is known of a car, all over one region. */
export interface SeenCar {
  readonly body: Layer;
  /** What belongs to it, and what of it is glass, by the parts network. */
  readonly car: Layer;
  readonly glass: Layer;
  /** Of low passes. */
  readonly passes: readonly Matte[];
  /** Of the detector. */
  readonly box: Box;
}

/** Of the time that is left, for the segmenter: shadow and view come after it, and the rows of the picture. */
const shareOfTime = 0.5;

/** What changes, in planes of masks. */
interface Changes {
  readonly gone: Uint8Array[];
  readonly added: Mask[];
}

/**
 * Settles questions.
 * @returns a layer of the same size and region; the same where there is no question or the segmenter is not to be had
 * @throws NetworkFault
 */
export async function withSegmentedParts(seen: SeenCar, picture: Picture, networks: Networks): Promise<Layer> {
  const { region } = seen.body;
  const frame = frameOver(region);
  const maps = mapsOf(seen, frame, picture);
  const [scraps, mirrors] = [scrapsInQuestion(maps), mirrorsInQuestion(maps)];
  if (scraps.length + mirrors.length === 0) return seen.body;
  const { widthPx, heightPx } = sizeInFrame(region);
  const inTime = networks.within?.(shareOfTime) ?? networks;
  const segmenter = segmenterOf(region, await proxy(picture, widthPx, heightPx, region), inTime);
  const changes = await unlessAbsent(
    unlessUnavailable(changesOf(scraps, mirrors, surroundingsOf(maps), (at) => ask(segmenter, at, region))),
  );
  return changes ? changed(seen.body, changes, frame) : seen.body;
}

async function changesOf(
  scraps: readonly Question[],
  mirrors: readonly Question[],
  car: CarSurroundings,
  masksAt: (at: number) => Promise<readonly Mask[]>,
): Promise<Changes> {
  const changes: Changes = { gone: [], added: [] };
  for (const question of scraps) {
    const part = foreignPart(question, await masksAt(question.seed), car);
    if (part) changes.gone.push(part);
  }
  for (const question of mirrors) {
    changes.added.push(...(await mirrorAt(question, car, masksAt)));
  }
  return changes;
}

/** A lost mirror, and its stalk where that is a part of its own. */
async function mirrorAt(
  question: Question,
  car: CarSurroundings,
  masksAt: (at: number) => Promise<readonly Mask[]>,
): Promise<Mask[]> {
  const masks = await masksAt(question.seed);
  const middle = middleOfMirror(question, masks, car);
  if (middle === null) return [];
  const again = { ...question, seed: middle };
  const mirror = lostMirror(question, masks, car) ?? lostMirror(again, await masksAt(middle), car);
  if (!mirror) return [];
  const gap = gapBeside(mirror, car);
  const stalk = gap === null ? null : stalkIn(gap, await masksAt(gap), question, car);
  return stalk ? [mirror, stalk] : [mirror];
}

/** The parts that hold a pixel of a mask. */
function ask(segmenter: AskedSegmenter, at: number, region: Region): Promise<readonly Mask[]> {
  const { widthPx, heightPx } = frameInPicture(region);
  const x = ((at % maskPx) + 0.5) * (widthPx / maskPx) - 0.5;
  const y = (Math.floor(at / maskPx) + 0.5) * (heightPx / maskPx) - 0.5;
  return segmenter.ask([{ x, y }], []);
}

/** The square that the segmenter is shown, in pixels of the picture. */
function frameOver(region: Region): Region {
  return { ...frameInPicture(region), leftPx: region.leftPx, topPx: region.topPx };
}

function mapsOf({ body, car, glass, passes, box }: SeenCar, frame: Region, picture: Picture): CarMaps {
  const seen = (layer: Layer) => reducedLayer(layer, frame, maskPx, maskPx);
  const square = { widthPx: maskPx, heightPx: maskPx };
  const { top, bottom } = boxOnPlane(box, picture, {
    plane: { ...square, samples: new Uint8Array() },
    region: frame,
    outside: 0,
  });
  const low = passes.map((plane) => seen({ ...body, plane }));
  return { ...square, body: seen(body), car: seen(car), glass: seen(glass), passes: low, top, bottom };
}

/** A mask is that much steeper than it is given: its edges are softer than a photo's. */
const edgeSlope = 2;

function changed({ plane, region, outside }: Layer, { gone, added }: Changes, frame: Region): Layer {
  const { widthPx, heightPx } = plane;
  const over = (samples: Uint8Array) =>
    reducedLayer(
      { plane: { widthPx: maskPx, heightPx: maskPx, samples }, region: frame, outside: 0 },
      region,
      widthPx,
      heightPx,
    );
  const samples = plane.samples.slice();
  for (const part of gone) {
    const less = over(part.map((value) => value * 255));
    for (let at = 0; at < samples.length; at++) samples[at] = Math.round((samples[at] * (255 - less[at])) / 255);
  }
  for (const mask of added) {
    const more = over(mask.samples);
    for (let at = 0; at < samples.length; at++) {
      samples[at] = Math.max(samples[at], Math.min(255, Math.max(0, (more[at] - shownFrom) * edgeSlope)));
    }
  }
  return { plane: { widthPx, heightPx, samples }, region, outside };
}

/** Null where the server has no segmenter. */
async function unlessAbsent<Value>(pending: Promise<Value>): Promise<Value | null> {
  try {
    return await pending;
  } catch (fault) {
    if (fault instanceof NetworkAbsent) return null;
    throw fault;
  }
}
