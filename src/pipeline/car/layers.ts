/**
 * A car taken apart: body, glass, shadow and view. At most five calls of networks in three rounds: the detector; the
 * matte of its crop; then, all at once, what hangs on both.
 */

import type { Subject } from '../looks/subject.ts';
import { hasSubject, type Layer, type Matte, reducedLayer } from '../matte.ts';
import { byteMap, type Networks, numbers, pictureInput } from '../networks.ts';
import { ImageFault } from '../picture/fault.ts';
import type { Picture } from '../picture/picture.ts';
import { proxy } from '../proxy.ts';
import { type Box, type Region, regionAround } from '../region.ts';
import { keepVehicle } from './body.ts';
import { detections, largestVehicle } from './choose.ts';
import { endSoftly, type Fades } from './fade.ts';
import { lieOnGround } from './ground.ts';
import { insideOf } from './outline.ts';

/** Where the camera stood, in degrees with one decimal. */
export interface CarView {
  /** 0 (front) to below 360, counter-clockwise seen from above. */
  readonly azimuth: number;
  /** Above the horizon of the mid-body. */
  readonly elevation: number;
}

export interface CarParts {
  readonly windows: boolean;
  readonly shadow: boolean;
  readonly view: boolean;
}

export interface CarLayers {
  /** The outline, glass counted as solid. */
  readonly body: Layer;
  /** RGB of the body's region at the size of its matte: what the network saw. */
  readonly colours: Uint8Array;
  /** Opacity inside the outline, or null where glass stays closed. */
  readonly opacity: Layer | null;
  /** Light that the ground loses, beneath the body too; null where none was asked for. */
  readonly shadow: Layer | null;
  readonly view: CarView | null;
}

/** Room around the detector's box, as a share of its sides: boxes cut mirrors and bumpers off. */
const bodyMargin = 0.12;
/** Room around the body for networks that look at the body. */
const closeMargin = 0.03;
/** Room for the shadow. */
const shadowMargin = 0.35;
const bodyFades: Fades = { inside: 0.06, atFrame: 0 };
/** Dark asphalt passes for shade as far as it goes: the farther from the car, the less it is one. */
const shadowFades: Fades = { inside: 0.18, atFrame: 0.06 };

/** What the last round of networks looks at. */
interface Look {
  readonly picture: Picture;
  readonly networks: Networks;
  readonly body: Layer;
  /** What the body takes of the picture. */
  readonly box: Box;
}

/**
 * Finds the largest vehicle and its layers.
 * @param model name or role of the matte network
 * @throws ImageFault where there is no vehicle, NetworkFault
 */
export async function findCar(
  picture: Picture,
  networks: Networks,
  model: string,
  parts: CarParts,
): Promise<CarLayers> {
  const box = await detect(picture, networks);
  if (!box) throw noVehicle();
  const { layer: body, colours } = await findBody(picture, networks, model, box);
  if (!hasSubject(body.matte)) throw noVehicle();
  const look = { picture, networks, body, box: occupied(body, picture) };
  const [found, shadow, view] = await Promise.all([
    findParts(look),
    parts.shadow ? findShadow(look) : null,
    parts.view ? findView(look) : null,
  ]);
  return { body: closed(body, found), colours, opacity: parts.windows ? found.opacity : null, shadow, view };
}

function noVehicle(): ImageFault {
  return new ImageFault('invalid', 'No vehicle was found in the image');
}

async function detect(picture: Picture, networks: Networks): Promise<Box | null> {
  const model = 'vehicle-detector';
  const { name, widthPx, heightPx } = pictureInput(model, await networks.describe(model), 3);
  const data = proxy(picture, widthPx, heightPx);
  const outputs = await networks.infer(model, [{ name, datatype: 'UINT8', shape: [1, heightPx, widthPx, 3], data }]);
  const boxes = numbers(model, outputs, 'boxes', 4);
  return largestVehicle(detections(boxes, numbers(model, outputs, 'scores', 4)));
}

/** The matte of the box and its surroundings, from as many of the photo's pixels as there are. */
async function findBody(picture: Picture, networks: Networks, model: string, box: Box): Promise<Subject> {
  const { name, widthPx, heightPx } = pictureInput(model, await networks.describe(model), 3);
  const region = regionAround(box, bodyMargin, picture);
  const data = proxy(picture, widthPx, heightPx, region);
  const [output] = await networks.infer(model, [{ name, datatype: 'UINT8', shape: [1, heightPx, widthPx, 3], data }]);
  const matte = byteMap(model, output, { widthPx, heightPx });
  const alone = keepVehicle(matte, onMap(box, matte, region, picture));
  const layer = { matte: endSoftly(alone, region, picture, bodyFades), region, outside: 0 };
  return { layer, colours: data };
}

/** A box of the picture in pixels of a map that covers a region. */
function onMap(box: Box, { widthPx, heightPx }: Matte, region: Region, picture: Picture): Box {
  const across = widthPx / region.widthPx;
  const down = heightPx / region.heightPx;
  return {
    left: (box.left * picture.widthPx - region.leftPx) * across,
    right: (box.right * picture.widthPx - region.leftPx) * across,
    top: (box.top * picture.heightPx - region.topPx) * down,
    bottom: (box.bottom * picture.heightPx - region.topPx) * down,
  };
}

/** What the parts network says of the region that it looked at. */
interface Parts {
  readonly region: Region;
  /** The chosen car, glass counted as solid. */
  readonly car: Matte;
  readonly opacity: Layer;
}

async function findParts(look: Look): Promise<Parts> {
  const model = 'car-parts';
  const region = regionAround(look.box, closeMargin, look.picture);
  const outputs = await ask(model, look, region);
  const map = (name: string) =>
    byteMap(
      model,
      outputs.find((output) => output.name === name),
    );
  return { region, car: map('car'), opacity: { matte: map('opacity'), region, outside: 255 } };
}

/** The outline without holes inside. */
function closed({ matte, region }: Layer, { region: seen, car }: Parts): Layer {
  const { widthPx, heightPx } = matte;
  const inside = reducedLayer({ matte: insideOf(car), region: seen, outside: 0 }, region, widthPx, heightPx);
  const alpha = matte.alpha.map((value, at) => Math.max(value, inside[at]));
  return { matte: { widthPx, heightPx, alpha }, region, outside: 0 };
}

async function findShadow(look: Look): Promise<Layer> {
  const { box, picture } = look;
  const region = regionAround(box, shadowMargin, picture);
  const within = (y: number) => (y * picture.heightPx - region.topPx) / region.heightPx;
  const onGround = lieOnGround(await mapOf('car-shadow', look, region), within(box.top), within(box.bottom));
  return { matte: endSoftly(onGround, region, picture, shadowFades), region, outside: 0 };
}

async function findView(look: Look): Promise<CarView> {
  const model = 'car-view';
  const outputs = await ask(model, look, regionAround(look.box, closeMargin, look.picture));
  const [azimuth, elevation] = numbers(model, outputs, 'view', 2);
  const tenths = (degrees: number) => Math.round(degrees * 10) / 10;
  return { azimuth: tenths(((azimuth % 360) + 360) % 360) % 360, elevation: tenths(elevation) };
}

async function mapOf(model: string, look: Look, region: Region): Promise<Matte> {
  const [output] = await ask(model, look, region);
  return byteMap(model, output);
}

/** Shows a network a part of the photo, and the outline of the car as its fourth channel. */
async function ask(model: string, { picture, networks, body }: Look, region: Region) {
  const { name, widthPx, heightPx } = pictureInput(model, await networks.describe(model), 4);
  const colours = proxy(picture, widthPx, heightPx, region);
  const outline = reducedLayer(body, region, widthPx, heightPx);
  const data = new Uint8Array(widthPx * heightPx * 4);
  for (let pixel = 0, from = 0, to = 0; pixel < outline.length; pixel++, from += 3, to += 4) {
    data[to] = colours[from];
    data[to + 1] = colours[from + 1];
    data[to + 2] = colours[from + 2];
    data[to + 3] = outline[pixel];
  }
  return networks.infer(model, [{ name, datatype: 'UINT8', shape: [1, heightPx, widthPx, 4], data }]);
}

/** The box that the body takes: tighter and truer than the detector's. */
function occupied({ matte, region }: Layer, picture: Picture): Box {
  const { widthPx, heightPx, alpha } = matte;
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) {
      if (alpha[at] < 128) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  const across = (x: number) => (region.leftPx + (x * region.widthPx) / widthPx) / picture.widthPx;
  const down = (y: number) => (region.topPx + (y * region.heightPx) / heightPx) / picture.heightPx;
  return { left: across(left), right: across(right), top: down(top), bottom: down(bottom) };
}
