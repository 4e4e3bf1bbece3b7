/**
 * The vehicle that the caller means and its matte, in at most five rounds: the detector; the matte of the part around its box;
 * three low passes over the same.
 */
import type { Layer } from '../layer.ts';
import { hasSubject, type Matte } from '../matte.ts';
import { type Networks, numbers } from '../networks.ts';
import { type AskedPart, boxInSeen } from '../part/asked.ts';
import { see } from '../passes/see.ts';
import { type Subject, seeAgain, seeSubject, unlessUnavailable } from '../passes/subject.ts';
import { ImageFault } from '../picture/fault.ts';
import type { Picture } from '../picture/picture.ts';
import { type Box, regionAround } from '../region.ts';
import { keepVehicle } from './body.ts';
import { boxOnPlane } from './box.ts';
import { detections, largestVehicle, otherVehicles, vehicleInBox } from './choose.ts';
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
 * @throws ImageFault where there is no vehicle, NetworkFault
 */
export async function seeVehicle(
  picture: Picture,
  networks: Networks,
  model: string,
  asked: AskedPart | null = null,
): Promise<SeenVehicle> {
  const vehicles = await detect(picture, networks, asked);
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
  const model = 'vehicle-detector';
  const { outputs } = await see(picture, networks, model);
  const found = detections(numbers(model, outputs, 'boxes', 4), numbers(model, outputs, 'scores', 4));
  const chosen = asked ? vehicleInBox(found, boxInSeen(asked)) : largestVehicle(found);
  return chosen && { chosen, others: otherVehicles(found, chosen) };
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
