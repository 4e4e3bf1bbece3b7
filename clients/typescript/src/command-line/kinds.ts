/** The commands that work on pictures: which operation each calls, and which files become of its answer. */
import { bytesOf } from '../base64.ts';
import type { CallSettings, Edgematte } from '../edgematte.ts';
import type { Photo } from '../photo.ts';

/** One file of a result. */
export interface ResultFile {
  /** What of the result it is: `cutout`, `matte`, `shadow`, `view`. */
  readonly layer: string;
  readonly extension: string;
  readonly bytes: Uint8Array;
}

export interface Result {
  readonly requestId: string;
  /** False where the service does not state it. */
  readonly needsReview: boolean;
  readonly files: readonly ResultFile[];
}

type Options = Readonly<Record<string, string>>;

/** Options by the service's names. */
export interface ChosenOptions {
  /** As texts; of one that is a file its hash, by which it is known again wherever it is. */
  readonly texts: Options;
  /** Those that are files. */
  readonly files: Readonly<Record<string, Blob>>;
}

export interface PictureKind {
  readonly command: 'cutout' | 'matte' | 'car' | 'layers';
  readonly id: 'image-without-background' | 'alpha-channel' | 'car-image-without-background' | 'car-layers-base64';
  readonly summary: string;
  /** Layers that a result may have. The last one is always there and is written last: where it is, all are. */
  readonly layers: readonly (readonly [layer: string, extension: (options: Options) => string])[];
  call(edgematte: Edgematte, photo: Photo, options: ChosenOptions, call: CallSettings): Promise<Result>;
}

const extensions: Readonly<Record<string, string>> = { jpeg: 'jpg' };
const pictureExtension = ({ output_format: format = 'png' }: Options) => extensions[format] ?? format;

/** A kind whose answer is one picture. */
function pictureKind(
  command: 'cutout' | 'matte' | 'car',
  id: PictureKind['id'],
  layer: string,
  summary: string,
): PictureKind {
  return {
    command,
    id,
    summary,
    layers: [[layer, pictureExtension]],
    async call(edgematte, photo, { texts, files }, call) {
      const { bytes, requestId, review } = await edgematte[command](photo, { ...texts, ...files } as object, call);
      return {
        requestId,
        needsReview: review?.needsReview === true,
        files: [{ layer, extension: pictureExtension(texts), bytes }],
      };
    },
  };
}

export const kinds: readonly PictureKind[] = [
  pictureKind('cutout', 'image-without-background', 'cutout', 'Cut out the subjects of pictures'),
  pictureKind('matte', 'alpha-channel', 'matte', 'Mattes of the subjects of pictures: 255 is opaque'),
  pictureKind('car', 'car-image-without-background', 'cutout', 'Cut out the largest vehicle, with its shadow'),
  {
    command: 'layers',
    id: 'car-layers-base64',
    summary: 'Cutout and shadow of a vehicle as separate pictures, and the position of the camera',
    layers: [
      ['cutout', () => 'png'],
      ['shadow', () => 'png'],
      ['view', () => 'json'],
    ],
    async call(edgematte, photo, { texts, files }, call) {
      const { json, requestId, review } = await edgematte.layers(photo, { ...texts, ...files } as object, call);
      const { img_without_background_base64: cutout, shadow_base64: shadow, ...rest } = json;
      const view = new TextEncoder().encode(`${JSON.stringify(rest, null, 2)}\n`);
      return {
        requestId,
        needsReview: review?.needsReview === true,
        files: [
          { layer: 'cutout', extension: 'png', bytes: bytesOf(cutout) },
          ...(shadow ? [{ layer: 'shadow', extension: 'png', bytes: bytesOf(shadow) }] : []),
          { layer: 'view', extension: 'json', bytes: view },
        ],
      };
    },
  },
];
