/**
 * What an 8-bit preparation must know of a network and cannot read from its file: how large its values become on
 * photos. A JSON file beside the network's card, made by `npm run calibrate`.
 */
import { readFile } from 'node:fs/promises';
import * as z from 'zod';

const calibration = z.object({
  /** SHA-256 of the float32 file whose values were measured. */
  network: z.string().regex(/^[0-9a-f]{64}$/),
  /** A description of how ranges were measured. */
  method: z.string(),
  /** Width and height at which the network saw the photos. */
  sidePx: z.number().int().positive(),
  photos: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** Convolutions that stay in float32, by name. */
  kept: z.array(z.string()),
  /** By value: the range; numbers beyond it are clipped. */
  ranges: z.record(z.string(), z.tuple([z.number(), z.number()])),
});

export type Calibration = z.infer<typeof calibration>;

/** @throws Error with one line that names the file and what is wrong in it */
export async function readCalibration(file: string): Promise<Calibration> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new Error(`Cannot read the calibration ${file}: ${(cause as Error).message}`, { cause });
  }
  const checked = calibration.safeParse(parsed);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new Error(`The calibration ${file} is wrong at ${issue?.path.join('.')}: ${issue?.message}`);
}
