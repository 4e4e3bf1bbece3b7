/**
 * The vehicle that the caller means and its matte, in at most five rounds: the detector; the matte of the part around its box;
 * three low passes over the same.
 */

import { type Networks, numbers } from '../networks/networks.ts';
import { type AskedPart, boxInSeen } from '../part/asked.ts';
import { see, type WholeSights } from '../passes/see.ts';
import { type Subject, seeAgain, seeSubject, unlessUnavailable } from '../passes/subject.ts';
import { ImageFault } from '../picture/fault.ts';
import type { Picture } from '../picture/picture.ts';
import type { Layer } from '../plane/layer.ts';
import { hasSubject, type Matte } from '../plane/matte.ts';
import { type Box, regionAround } from '../plane/region.ts';
import { keepVehicle } from './body.ts';
import { boxOnPlane } from './box.ts';
import { type Detection, detections, largestVehicle, otherVehicles, vehicleInBox } from './choose.ts';
import { endSoftly, type Fades } from './fade.ts';
import { addMirrors } from './mirrors.ts';
import { addMissed } from './missed.ts';
import { furtherPasses } from './passes.ts';

/** Boxes of the vehicle that the caller means, and of others. */
export interface Vehicles {
  readonly chosen: Box;
  readonly others: readonly Box[];
}

/** The vehicle as the matte network sees it: neighbours that touch it may still be a part of it. */
export interface SeenVehicle {
  readonly vehicles: Vehicles;
  readonly subject: Subject;
  /** What low passes say of the same region, all of one size; none where they are unavailable. */
  readonly passes: readonly Matte[];
}

/** Room around the detector's box, as a share of its sides: boxes cut mirrors and bumpers off. */
const bodyMargin = 0.12;
const bodyFades: Fades = { inside: 0.06, atFrame: 0 };

/**
 * The largest vehicle and its matte: what the parts network is shown.
 * @param model name or role of the matte network
 * @param asked as `findCar` takes it
 * @param known the vehicles, if they were detected before
 * @throws ImageFault where there is no vehicle, NetworkFault
 */
export async function seeVehicle(
  picture: Picture,
  networks: Networks,
  model: string,
  asked: AskedPart | null = null,
  known?: Vehicles,
): Promise<SeenVehicle> {
  const vehicles = known ?? (await detect(picture, networks, asked));
  if (!vehicles) throw noVehicle();
  const { subject, passes } = await findMatte(picture, networks, model, vehicles.chosen);
  if (!hasSubject(subject.layer.plane)) throw noVehicle();
  return { vehicles, subject, passes };
}

/** The answer to a picture without a vehicle. */
export function noVehicle(): ImageFault {
  return new ImageFault('absent', 'No vehicle was found in the image');
}

async function detect(picture: Picture, networks: Networks, asked: AskedPart | null): Promise<Vehicles | null> {
  const found = await detectVehicles(picture, networks);
  const chosen = asked ? vehicleInBox(found, boxInSeen(asked)) : largestVehicle(found);
  return chosen && { chosen, others: otherVehicles(found, chosen) };
}

/** Role of the network that finds vehicles. */
export const detectorModel = 'vehicle-detector';

/**
 * All that the detector takes for vehicles.
 * @param known what it sees of the picture, if that is known already
 * @throws NetworkFault
 */
export async function detectVehicles(
  picture: Picture,
  networks: Networks,
  known: WholeSights = new Map(),
): Promise<Detection[]> {
  const { outputs } = await see(picture, networks, { model: detectorModel, known });
  const rows = (name: string) => numbers(detectorModel, outputs, name, 4);
  return detections(rows('boxes'), rows('scores'));
}

/** The matte of the box and its surroundings, at as many of the photo's pixels as the network takes. */
async function findMatte(
  picture: Picture,
  networks: Networks,
  model: string,
  box: Box,
): Promise<Omit<SeenVehicle, 'vehicles'>> {
  const region = regionAround(box, bodyMargin, picture);
  const first = await seeSubject(picture, networks, model, region);
  const { passes: { low } = {} } = await networks.describe(model);
  const lowPass = low && (await unlessUnavailable(seeAgain(first, networks, low.model)));
  const alone = { ...first.layer, plane: vehicleIn(first.layer, box, picture) };
  if (!lowPass) return { subject: ended(alone), passes: [] };
  const placed = { ...lowPass.layer, region };
  const lowBox = boxOnPlane(box, picture, placed);
  const passes = await furtherPasses(picture, networks, low.model, first, placed);
  const whole = { ...alone, plane: addMissed(alone, vehicleIn(placed, box, picture), lowBox) };
  return { subject: ended({ ...whole, plane: addMirrors(whole, passes, lowPass.colours, lowBox) }), passes };

  function ended(layer: Layer): Subject {
    return { ...first, layer: { ...layer, plane: endSoftly(layer.plane, region, picture, bodyFades) } };
  }
}

function vehicleIn(layer: Layer, box: Box, picture: Picture): Matte {
  return keepVehicle(layer.plane, boxOnPlane(box, picture, layer));
}
