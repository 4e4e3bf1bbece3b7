/** Pictures that must stay in an isolate of 128 MB, and what is asked of them. */
import type { OperationName } from '../../../../src/contract/operations.ts';
import type { PhonePhoto } from './photo.ts';
import type { PngKind } from './png-photo.ts';

export interface MemoryCase extends PhonePhoto {
  /** A PNG file instead of a JPEG, of the portrait. */
  readonly png?: PngKind;
  /** An operation of multipart bodies. */
  readonly operation?: OperationName;
  readonly options?: Readonly<Record<string, string>>;
  /** Calls, 1 where it is left out, and how many of them at the same time. */
  readonly calls?: number;
  readonly atOnce?: number;
  /** Longest wait for memory, where the default is too short for networks on few cores. */
  readonly waitMs?: number;
  /** How fast the client takes the answer; as fast as it comes when left out. */
  readonly bytesPerSecond?: number;
  /** Pictures that the same process works on before, one after the other, with the same options. */
  readonly before?: readonly PhonePhoto[];
}

const baseline = [12, 24, 48, 100] as const;

export const memoryCases: Readonly<Record<string, MemoryCase>> = {
  ...Object.fromEntries(baseline.map((megapixels) => [`JPEG, ${megapixels} MP`, { megapixels }])),
  ...Object.fromEntries(baseline.map((megapixels) => [`turned JPEG, ${megapixels} MP`, { megapixels, turned: true }])),
  'progressive JPEG, 10 MP': { megapixels: 10, progressive: true },
  'PNG, 25 MP, 8 bits': { megapixels: 25, png: { bits: 8 } },
  'PNG, 25 MP, 16 bits': { megapixels: 25, png: { bits: 16 } },
  'PNG, 25 MP, 8 bits, alpha': { megapixels: 25, png: { bits: 8, alpha: true } },
  'lossy WebP, 25 MP': { megapixels: 25, webp: true },
  'turned lossy WebP, 12 MP': { megapixels: 12, webp: true, turned: true },
  'matte, 24 MP': { megapixels: 24, operation: 'alpha-channel' },
  'portrait, 12 MP': { megapixels: 12, subject: 'portrait' },
  'portrait, 24 MP, refiner off': { megapixels: 24, subject: 'portrait', options: { refine: 'off' } },
  'portrait, 24 MP, crop': { megapixels: 24, subject: 'portrait', options: { crop: 'subject' } },
  'answered as JPEG, 12 MP': { megapixels: 12, options: { output_format: 'jpeg' } },
  'answered as JPEG, 100 MP': { megapixels: 100, options: { output_format: 'jpeg' } },
  'answered as ZIP, 11 MP': { megapixels: 11, options: { output_format: 'zip' } },
  'car, 12 MP': { megapixels: 12, subject: 'car', operation: 'car-image-without-background' },
  '12 MP, 20 one after another': { megapixels: 12, calls: 20 },
  '12 MP, 4 at once': { megapixels: 12, calls: 4, atOnce: 4, waitMs: 60_000 },
  '12 MP, taken at 100 kB/s': { megapixels: 12, bytesPerSecond: 100_000 },
  '12, 24, 48, 100 MP, turned 12': {
    megapixels: 12,
    turned: true,
    before: baseline.map((megapixels) => ({ megapixels })),
  },
};
