/**
 * A car taken apart: body, glass, shadow and view. At most eight calls of networks in seven rounds: five for the vehicle and
 * its matte; one for the car's parts and its glass; then shadow and view at once. Where that leaves questions and there is a point segmenter,
 * it is asked before the last round.
 */

import { type Networks, numbers, planeOf } from '../networks/networks.ts';
import type { AskedPart } from '../part/asked.ts';
import { type FurtherPlane, see } from '../passes/see.ts';
import type { Picture } from '../picture/picture.ts';
import { type Layer, reducedLayer } from '../plane/layer.ts';
import { hasSubject } from '../plane/matte.ts';
import { type Box, type Region, regionAround } from '../plane/region.ts';
import { withoutNeighbours } from './alone.ts';
import { boxOfBody } from './box.ts';
import { endSoftly, type Fades } from './fade.ts';
import { lieOnGround } from './ground.ts';
import { boxesOver } from './others.ts';
import { insideOf } from './outline.ts';
import { withoutScraps } from './scraps.ts';
import { withSegmentedParts } from './segmented.ts';
import { noVehicle, seeVehicle, type Vehicles } from './vehicle.ts';

/** Where the camera stood, in degrees with one decimal. */
export interface CarView {
  /** 0 (front) to below 360, counter-clockwise seen from above. */
  readonly azimuth: number;
  /** Above the horizon of the mid-body. */
  readonly elevation: number;
}

/** Which layers are wanted beside the body. */
export interface CarParts {
  readonly windows: boolean;
  readonly shadow: boolean;
  readonly view: boolean;
}

/** What a car's pictures are composed of. */
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

/** What may be known or wanted beside the picture. */
export interface CarTerms {
  /** The part that the caller means, where the picture is what is seen of it: then the vehicle that fits its box best. */
  readonly asked?: AskedPart | null;
  /** The vehicles, if they were detected before. */
  readonly known?: Vehicles;
  /** Whether there is a point segmenter to settle questions. */
  readonly segmenter?: boolean;
}

/** Room around the body for the network that says where the camera stood. */
const closeMargin = 0.03;
/** Room around the body for its shadow. */
const shadowMargin = 0.35;
/** The network mistakes dark asphalt for shade, at any distance: so shade counts less, the farther it is from the car. */
const shadowFades: Fades = { inside: 0.18, atFrame: 0.06 };

/** The inputs of the networks of the last round. */
interface SeenBody {
  readonly picture: Picture;
  readonly networks: Networks;
  readonly body: Layer;
  /** The part of the picture that the body covers. */
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
  { asked = null, known, segmenter = false }: CarTerms = {},
): Promise<CarLayers> {
  const { vehicles, subject, passes } = await seeVehicle(picture, networks, model, asked, known);
  const { layer: matte, colours } = subject;
  const found = await findParts(picture, networks, matte, vehicles.others);
  const alone = withoutNeighbours(matte, found.car, vehicles.chosen, picture);
  const clean = withoutScraps(alone, passes, found.car, vehicles.chosen, picture);
  const seenCar = { ...found, body: clean, passes, box: vehicles.chosen };
  const body = closed(segmenter ? await withSegmentedParts(seenCar, picture, networks) : clean, found.car);
  if (!hasSubject(body.plane)) throw noVehicle();
  const seen = { picture, networks, body, box: boxOfBody(body, picture) };
  const [shadow, view] = await Promise.all([
    parts.shadow ? findShadow(seen) : null,
    parts.view ? findView(seen) : null,
  ]);
  return { body, colours, opacity: parts.windows ? found.opacity : null, shadow, view };
}

/** What the parts network says of the region that it saw. */
interface Parts {
  /** What belongs to the chosen car, glass counted as solid. */
  readonly car: Layer;
  /** What of it is glass. */
  readonly glass: Layer;
  readonly opacity: Layer;
}

/** Sees the region of the matte. */
async function findParts(picture: Picture, networks: Networks, matte: Layer, others: readonly Box[]): Promise<Parts> {
  const model = 'car-parts';
  const { region } = matte;
  const planes = [outlineOf(matte, region), boxesOver(others, picture, region)];
  const { outputs } = await see(picture, networks, { model, region, further: planes });
  const plane = (name: string) =>
    planeOf(
      model,
      outputs.find((output) => output.name === name),
    );
  return {
    car: { plane: plane('car'), region, outside: 0 },
    glass: { plane: plane('glass'), region, outside: 0 },
    opacity: { plane: plane('opacity'), region, outside: 255 },
  };
}

/** A layer as a network sees it over a region. */
function outlineOf(layer: Layer, region: Region): FurtherPlane {
  return (widthPx, heightPx) => reducedLayer(layer, region, widthPx, heightPx);
}

/** The outline without holes inside. */
function closed({ plane, region }: Layer, car: Layer): Layer {
  const { widthPx, heightPx } = plane;
  const inside = reducedLayer({ ...car, plane: insideOf(car.plane) }, region, widthPx, heightPx);
  const samples = plane.samples.map((alpha, at) => Math.max(alpha, inside[at]));
  return { plane: { widthPx, heightPx, samples }, region, outside: 0 };
}

async function findShadow({ picture, networks, body, box }: SeenBody): Promise<Layer> {
  const model = 'car-shadow';
  const region = regionAround(box, shadowMargin, picture);
  const { outputs } = await see(picture, networks, { model, region, further: [outlineOf(body, region)] });
  const within = (y: number) => (y * picture.heightPx - region.topPx) / region.heightPx;
  const onGround = lieOnGround(planeOf(model, outputs[0]), within(box.top), within(box.bottom));
  return { plane: endSoftly(onGround, region, picture, shadowFades), region, outside: 0 };
}

async function findView({ picture, networks, body, box }: SeenBody): Promise<CarView> {
  const model = 'car-view';
  const region = regionAround(box, closeMargin, picture);
  const { outputs } = await see(picture, networks, { model, region, further: [outlineOf(body, region)] });
  const [azimuth, elevation] = numbers(model, outputs, 'view', 2);
  const tenths = (degrees: number) => Math.round(degrees * 10) / 10;
  return { azimuth: tenths(((azimuth % 360) + 360) % 360) % 360, elevation: tenths(elevation) };
}
