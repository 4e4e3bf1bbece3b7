/** Where a picture is worked on, and how much memory that takes: decided from its header, before any decoding. */
import type { PictureOutput } from '../../../contract/output/output.ts';
import { highDynamicRangeOf } from '../colour/colour.ts';
import type { NetworkDescription } from '../networks/networks.ts';
import { largestSides } from '../output/framing.ts';
import { jpegEncoderBytes } from '../output/jpeg-room.ts';
import type { Header } from '../picture/header.ts';
import { jpegBytes } from '../picture/jpeg-room.ts';
import { pngBytes } from '../picture/png-room.ts';
import type { PictureBytes } from '../picture/row-room.ts';
import { webpBytes } from '../picture/webp-room.ts';
import { shadowBytes } from '../shadow/room.ts';

/** The lane of a picture. */
export type LanePlan =
  /** In the isolate, which must hold `bytes` for it beside the file while it is decoded, and `decodedBytes` from then on. */
  | { readonly lane: 'edge'; readonly bytes: number; readonly decodedBytes: number }
  /** In the container, beside the networks. */
  | { readonly lane: 'image' };

/** Measured peak of whole-picture WASM codecs, bytes a pixel, input and compose included. */
const bytesPerPixel = { losslessWebp: 11, interlacedPng: 20 };
/** Tensors of the usual size, estimated colours, strips and codec instances, whatever the size of the picture. */
const fixedBytes = 16 * 1024 * 1024;
/** Most that one picture may take of the isolate: a larger one could never run beside another. */
const edgeMaxBytes = 80 * 1024 * 1024;

/** Pixels that the codes of a JPEG may go over in an isolate, which has one thread for all its callers: a scan goes over all. */
const mostScannedPixels = 150_000_000;

/** RGB and matte of 1024 × 1024. */
const usualTensorBytes = 4 * 1024 * 1024;

/**
 * Bytes that the tensors of a matte network take beyond those of the usual size, which every budget counts already:
 * 24 MiB at 2048 × 2048, and 36 where there may be more than one pass. They are held twice, once in the messages that
 * carry them; and the tensors of one pass are kept while the next is made.
 */
export function largeNetworkBytes({ inputs, outputs, passes }: NetworkDescription): number {
  const elements = [...inputs, ...outputs].map(({ shape }) =>
    shape.reduce((product, size) => product * Math.abs(size), 1),
  );
  const bytes = elements.reduce((sum, count) => sum + count, 0);
  const copies = Object.keys(passes ?? {}).length > 0 ? 3 : 2;
  return copies * Math.max(0, bytes - usualTensorBytes);
}

/** Measured peak of libwebp, a noisy alpha included, and all of the answer as RGBA, as it takes that. */
const webpEncoder = { leastBytes: 16 * 1024 * 1024, bytesPerPixel: 50, rgbaBytes: 4 };
/** Bytes a pixel of a ZIP's colours, which are kept as a JPEG while its matte goes out: of noise at the best quality. */
const keptJpegBytes = 3;

/** Bytes that a shadow and encoding take at the edge, beside decoding: encoding none where it is PNG. */
export function encodingBytes(output: PictureOutput | undefined, header: Header): number {
  if (!output) return 0;
  return shadowBytes(output) + encoderBytes(output, header);
}

function encoderBytes(output: PictureOutput, header: Header): number {
  const size = largestSides(output, header);
  const area = size.widthPx * size.heightPx;
  switch (output.format) {
    case 'png':
      return 0;
    case 'jpeg':
      return jpegEncoderBytes(size);
    case 'zip':
      return jpegEncoderBytes(size) + area * keptJpegBytes;
    case 'webp': {
      const { leastBytes, bytesPerPixel: rate, rgbaBytes } = webpEncoder;
      return Math.max(leastBytes, area * rate) + area * rgbaBytes;
    }
  }
}

/**
 * Chooses the lane of a picture from its header.
 * @param moreBytes {@link largeNetworkBytes} of the matte network
 * @param laterBytes what its later stages take beside that: `refinerBytes` where edges are refined, and {@link encodingBytes}
 */
export function plan(header: Header, moreBytes = 0, laterBytes = 0): LanePlan {
  const { format, colour, bitsPerSample, animated, scans = 1, longLists } = header;
  const area = header.widthPx * header.heightPx;
  const edge = ({ decoding, decoded }: PictureBytes): LanePlan => {
    const [bytes, decodedBytes] = [decoding, decoded].map((own) => fixedBytes + moreBytes + own);
    const fits = Math.max(bytes, decodedBytes + laterBytes) <= edgeMaxBytes;
    return fits ? { lane: 'edge', bytes, decodedBytes } : { lane: 'image' };
  };
  const whole = (rate: number) => edge({ decoding: area * rate, decoded: area * rate });
  // A grey profile needs colour management, which only the container has; PQ and HLG need their low bytes, too.
  if ((colour === 'grey' && header.hasIcc) || highDynamicRangeOf(header.colourSignal)) return { lane: 'image' };
  switch (format) {
    case 'jpeg':
      if (header.rareCoding || bitsPerSample !== 8 || (colour !== 'rgb' && colour !== 'grey')) return { lane: 'image' };
      return longLists || area * scans > mostScannedPixels ? { lane: 'image' } : edge(jpegBytes(header));
    case 'png':
      return header.wholeFrame ? whole(bytesPerPixel.interlacedPng) : edge(pngBytes(header));
    case 'webp':
      if (animated) return { lane: 'image' };
      return header.wholeFrame ? whole(bytesPerPixel.losslessWebp) : edge(webpBytes(header));
    default:
      return { lane: 'image' };
  }
}
