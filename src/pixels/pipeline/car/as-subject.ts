/**
 * Whether the subject of a picture is a vehicle, where a caller leaves open what it is. The detector takes shoes and toys
 * for vehicles, and streets are full of them: only one that is large, and holds most of the subject, counts.
 */

import { NetworkFault, type Networks } from '../networks/networks.ts';
import { type AskedPart, boxInSeen } from '../part/asked.ts';
import type { WholeSights } from '../passes/see.ts';
import { type Subject, seeSubject } from '../passes/subject.ts';
import type { Picture } from '../picture/picture.ts';
import { opaqueAbove } from '../plane/alpha.ts';
import { type Box, wholeOf } from '../plane/region.ts';
import { boxOnPlane, type PlaneBox } from './box.ts';
import { areaOf, type Detection, largestVehicle, otherVehicles } from './choose.ts';
import { detectVehicles, type Vehicles } from './vehicle.ts';

/** Least share of the picture that the box takes, and of the subject's opaque pixels that it holds. */
const leastOfPicture = 0.12;
const leastOfSubject = 0.7;

/**
 * The vehicle that is the subject. The detector is one small network; a pass of the matte network follows only where it
 * sees a vehicle that is large enough.
 * @param model name or role of the matte network
 * @param asked the part that the caller means, where `picture` is what is seen of it
 * @param known what networks see of the whole picture, as far as that is known already
 * @returns null where the subject is something else, and where the detector does not answer
 * @throws NetworkFault of the matte network
 */
export async function vehicleAsSubject(
  picture: Picture,
  networks: Networks,
  model: string,
  asked: AskedPart | null,
  known: WholeSights,
): Promise<Vehicles | null> {
  const found = await detectedOrNone(picture, networks, known);
  const large = found.filter(({ box }) => areaOf(box) >= leastOfPicture);
  if (large.length === 0) return null;
  const subject = await seeSubject(picture, networks, model, wholeOf(picture), known);
  const chosen = largestVehicle(large.filter(({ box }) => shareIn(box, subject, picture, asked) >= leastOfSubject));
  return chosen && { chosen, others: otherVehicles(found, chosen) };
}

async function detectedOrNone(picture: Picture, networks: Networks, known: WholeSights): Promise<Detection[]> {
  try {
    return await detectVehicles(picture, networks, known);
  } catch (fault) {
    if (fault instanceof NetworkFault) return [];
    throw fault;
  }
}

/** Share of the subject's opaque pixels that are in a box; 0 without any. Of a part that was asked for, those in that. */
function shareIn(box: Box, { layer }: Subject, picture: Picture, asked: AskedPart | null): number {
  const { widthPx, heightPx, samples } = layer.plane;
  const meant = asked && boxOnPlane(boxInSeen(asked), picture, layer);
  const held = boxOnPlane(box, picture, layer);
  let [all, inside] = [0, 0];
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) {
      if (samples[at] <= opaqueAbove || (meant && !holds(meant, x, y))) continue;
      all++;
      if (holds(held, x, y)) inside++;
    }
  }
  return all === 0 ? 0 : inside / all;
}

/** Whether the middle of a pixel is in a box. */
function holds({ left, top, right, bottom }: PlaneBox, x: number, y: number): boolean {
  return x + 0.5 >= left && x + 0.5 < right && y + 0.5 >= top && y + 0.5 < bottom;
}
