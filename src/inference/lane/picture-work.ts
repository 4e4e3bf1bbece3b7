/** One picture inside a child: from the file to the result's file. The edge's own pipeline on libvips. */
import type { Limits } from '../../contract/limits.ts';
import type { Networks } from '../../pixels/pipeline/networks/networks.ts';
import { outputOf } from '../../pixels/pipeline/output/framing.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import type { Header } from '../../pixels/pipeline/picture/header.ts';
import type { Picture, Pictures } from '../../pixels/pipeline/picture/picture.ts';
import { checkSize } from '../../pixels/pipeline/picture/size.ts';
import { largeNetworkBytes } from '../../pixels/pipeline/plan/plan.ts';
import { backgroundFaultOf, probeBackground } from '../../pixels/pipeline/probe/background.ts';
import { probe } from '../../pixels/pipeline/probe/probe.ts';
import { begun } from '../../pixels/pipeline/rows/piece-stream.ts';
import { work as workOn } from '../../pixels/pipeline/work.ts';
import type { LaneAnswer } from '../../wire/protocol/lane/answer.ts';
import type { LaneRequest } from '../../wire/protocol/lane/request.ts';
import { inColoursOf } from '../native/background.ts';
import { nativeEncoders } from '../native/encoders.ts';
import { createNativePictures } from '../native/pictures.ts';
import { backgroundBytes, encodingBytes, neededBytes, pointsBytesOf } from './need.ts';

export interface PictureWork extends LaneRequest {
  readonly file: Uint8Array;
  /** The file of a background; null where the task wants none. */
  readonly background: Uint8Array | null;
  readonly limits: Limits;
  readonly networks: Networks;
  /** Resolves once the picture may take this many bytes. @throws the signal's reason */
  reserve(bytes: number, signal: AbortSignal): Promise<void>;
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal;
}

export interface FinishedPicture extends LaneAnswer {
  /** Gives the frames back. */
  close(): void;
}

/** Decodes a picture, makes its result and begins its file. @throws ImageFault, NetworkFault, and the signal's reason */
export async function workOnPicture(work: PictureWork): Promise<FinishedPicture> {
  const { file, background, task, matte, limits, signal } = work;
  const header = probe(file);
  if (header.format === 'heic' && !work.heic) throw new ImageFault('unsupported', 'HEIC is switched off here');
  checkSize(header, file.length, limits);
  const under = background && { file: background, header: await probeBackground(background, limits, work.heic) };
  const networkBytes = largeNetworkBytes(await work.networks.describe(matte.model));
  const underBytes = under ? backgroundBytes(under.header, under.file.length) : 0;
  const moreBytes = networkBytes + encodingBytes(outputOf(task), header) + underBytes;
  await work.reserve(neededBytes(header, file.length, moreBytes + pointsBytesOf(task, header)), signal);

  const pictures: Pictures = createNativePictures(limits);
  const startedMs = performance.now();
  const picture: Picture = await pictures.open(file, header);
  const opened = [picture];
  const close = () => {
    for (const each of opened) each.close();
  };
  try {
    signal.throwIfAborted();
    const laid = under ? await openBackground(pictures, under, picture) : undefined;
    if (laid) opened.push(laid);
    signal.throwIfAborted();
    const decodedMs = performance.now();
    const result = await workOn(picture, work.networks, matte, task, { ...nativeEncoders, background: laid });
    signal.throwIfAborted();
    const inferredMs = performance.now();
    // A JPEG or WebP is one piece that takes seconds: in the time until the deadline, not in that of a stalled stream.
    const encoded = await begun(result.encoded);
    signal.throwIfAborted();
    return {
      widthPx: picture.widthPx,
      heightPx: picture.heightPx,
      decodeMs: decodedMs - startedMs,
      inferenceMs: inferredMs - decodedMs,
      ...result,
      encoded,
      onBackground: laid !== undefined,
      takesPoints: true,
      close,
    };
  } catch (cause) {
    close();
    throw cause;
  }
}

/** The background in the colours of the picture above it. @throws BackgroundFault */
async function openBackground(
  pictures: Pictures,
  { file, header }: { readonly file: Uint8Array; readonly header: Header },
  { icc }: Picture,
): Promise<Picture> {
  try {
    return await inColoursOf(await pictures.open(file, header), icc);
  } catch (cause) {
    throw backgroundFaultOf(cause);
  }
}
