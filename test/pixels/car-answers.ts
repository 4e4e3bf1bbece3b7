/** A car's answers by both lanes: how they are asked for, and held against each other. */
import { expect } from 'vitest';
import type { CarSwitches } from '../../src/contract/operations/car-cutout.ts';
import type { Task } from '../../src/contract/operations.ts';
import type { CarView } from '../../src/pixels/pipeline/car/layers.ts';
import { readLaneAnswer } from '../../src/wire/protocol/lane/answer.ts';
import { channelOf, readSamples, type Samples } from '../../testing/photos.ts';
import { jsonCall } from '../../testing/requests.ts';
import type { Send } from './outputs.ts';

export interface CarAnswer {
  /** RGBA. */
  readonly cutout: Samples;
  readonly shadow: Samples | null;
  readonly view: CarView | null;
}

export type CarOptions = CarSwitches;
const defaults: CarOptions = { windows: true, shadow: true };

/**
 * The two ways of a picture through a service.
 * @param postToLane posts a file straight to its image lane
 */
export function carLanes(send: Send, postToLane: (task: Task, file: Uint8Array) => Promise<Response>) {
  return {
    /** Through operation 7, on the lane that the picture's header asks for. */
    async throughService(file: Buffer, { windows, shadow } = defaults): Promise<CarAnswer> {
      const body = {
        image_base64: file.toString('base64'),
        reconstruct_windows: windows,
        shadow_type: shadow ? 'ai' : 'none',
      };
      const answer = await send(jsonCall('/v1.0/car-layers-base64', '', body));
      expect(answer.status, answer.body.toString('utf8', 0, 300)).toBe(200);
      const members = JSON.parse(answer.body.toString()) as Record<string, string> & {
        view: { azimuth_deg: number; elevation_deg: number };
      };
      const { img_without_background_base64: cutout, shadow_base64: shade, view } = members;
      return {
        cutout: await readSamples(Buffer.from(cutout, 'base64')),
        shadow: shade === undefined ? null : await readSamples(Buffer.from(shade, 'base64')),
        view: { azimuth: view.azimuth_deg, elevation: view.elevation_deg },
      };
    },

    /** Straight to the image lane, also what would go to the edge. */
    async throughImageLane(file: Buffer, { windows, shadow } = defaults): Promise<CarAnswer> {
      const response = await postToLane({ kind: 'car-layers', windows, shadow }, file);
      const { encoded, shadowPng, view } = await readLaneAnswer(response);
      expect(shadowPng !== null).toBe(shadow);
      const cutout = await readSamples(await bytesOf(encoded));
      return { cutout, shadow: shadowPng && (await readSamples(await bytesOf(shadowPng))), view };
    },
  };
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

interface Difference {
  readonly mean: number;
  readonly largest: number;
}

function difference(first: Buffer, second: Buffer): Difference {
  let sum = 0;
  let largest = 0;
  for (let at = 0; at < first.length; at++) {
    const apart = Math.abs(first[at] - second[at]);
    sum += apart;
    largest = Math.max(largest, apart);
  }
  return { mean: sum / first.length, largest };
}

/**
 * Both are the same car.
 * @param colours how far a colour value may be off, 0 to 255: where that is 0, all of it is the same
 */
export function expectSame(first: CarAnswer, second: CarAnswer, colours: number): void {
  const sizeOf = ({ cutout, shadow }: CarAnswer) => [cutout, shadow].map((png) => png && [png.widthPx, png.heightPx]);
  expect(sizeOf(first)).toEqual(sizeOf(second));
  for (const channel of [0, 1, 2]) {
    const { largest } = difference(channelOf(first.cutout, channel), channelOf(second.cutout, channel));
    expect(largest).toBeLessThanOrEqual(colours);
  }
  // The tolerance of src/edge/calls/formats.test.ts: networks see a difference of codecs as well.
  const allowed = colours === 0 ? 0 : 0.5;
  expect(difference(channelOf(first.cutout, 3), channelOf(second.cutout, 3)).mean).toBeLessThanOrEqual(allowed);
  if (first.shadow && second.shadow) {
    expect(difference(channelOf(first.shadow, 0), channelOf(second.shadow, 0)).mean).toBeLessThanOrEqual(allowed);
  }
  const apart = Math.abs((((first.view?.azimuth ?? 0) - (second.view?.azimuth ?? 0) + 540) % 360) - 180);
  expect(apart).toBeLessThanOrEqual(allowed);
  expect(Math.abs((first.view?.elevation ?? 0) - (second.view?.elevation ?? 0))).toBeLessThanOrEqual(allowed);
}
