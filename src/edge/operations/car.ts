/** Operations 5 to 7: the car cut out, and the car in layers. */
import type { BodyEncoding } from '../../contract/operations.ts';
import { prepare } from '../../pipeline/prep.ts';
import type { CarTask } from '../../pipeline/task.ts';
import type { Exchange } from '../exchange.ts';
import type { LaneResult } from '../lanes/lane.ts';
import { type Answer, pictureMembers, respondJson, respondPng } from '../respond.ts';

/** Answers with the picture, or with the layers and the camera's view. */
export function respondCar({ settings }: Exchange, encoding: BodyEncoding, task: CarTask, result: LaneResult): Answer {
  const prepared = prepare(result.widthPx, result.heightPx, settings.limits);
  const shadowType = task.shadow ? 'ai' : 'none';
  if (encoding === 'multipart') return respondPng(result, prepared, { 'X-Shadow-Type': shadowType });
  const { png, shadowPng, view } = result;
  return respondJson(
    [['img_without_background_base64', png], ...(shadowPng ? [['shadow_base64', shadowPng] as const] : [])],
    {
      ...(view ? { view: { azimuth_deg: view.azimuth, elevation_deg: view.elevation } } : {}),
      ...pictureMembers(prepared),
      shadow_type: shadowType,
    },
    result,
  );
}
