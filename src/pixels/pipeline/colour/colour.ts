/** What a file says of its colours where no ICC profile does, and what that means for an answer. */
import {
  type Chromaticities,
  type CodePoints,
  curveOf,
  powerCurve,
  primariesOf,
  srgbPrimaries,
  type TransferCurve,
  transfers,
} from './code-points.ts';
import { matrixProfile } from './profile.ts';

/** Colours by number: `cICP` of PNG, `nclx` of HEIF. Of the samples as they are decoded. */
export interface CodePointSignal {
  readonly kind: 'code points';
  readonly codePoints: CodePoints;
  /** cd/m² of the display that the picture was made on, where the file states it. */
  readonly masteringPeak?: number;
}

/** Colours by PNG's `gAMA` and `cHRM`. */
export interface GammaSignal {
  readonly kind: 'gamma';
  /** The exponent that made samples of light. */
  readonly gamma: number;
  readonly chromaticities: Chromaticities | null;
}

export type ColourSignal = CodePointSignal | GammaSignal;

/** PQ or HLG: more than an 8-bit answer can show, and so turned into sRGB. */
export interface HighDynamicRange {
  readonly kind: 'pq' | 'hlg';
  readonly primaries: Chromaticities;
  readonly fullRange: boolean;
  readonly masteringPeak?: number;
}

/** What samples are. */
export type ColourSpace =
  | { readonly kind: 'srgb' }
  /** Samples stay, and a display profile of our own says what they are. */
  | { readonly kind: 'profile'; readonly icc: Uint8Array }
  | HighDynamicRange;

const srgb: ColourSpace = { kind: 'srgb' };

/**
 * What a signal means.
 * @returns null for one that says nothing: reserved or unspecified code points, logarithmic curves, samples that are not
 * RGB, a narrow range outside PQ and HLG, primaries that span nothing, a gamma that no profile can hold
 */
export function colourOf(signal: ColourSignal): ColourSpace | null {
  return signal.kind === 'gamma' ? colourOfGamma(signal) : colourOfCodePoints(signal);
}

/** What an answer carries whose samples are the file's. */
export interface ColourLabels {
  readonly icc: Uint8Array | null;
  readonly codePoints?: CodePoints;
}

/** The labels of samples that stay; none for sRGB, and for what becomes it. */
export function labelsOf(signal: ColourSignal): ColourLabels {
  const space = colourOf(signal);
  if (space?.kind !== 'profile') return { icc: null };
  return { icc: space.icc, codePoints: signal.kind === 'code points' ? signal.codePoints : undefined };
}

/** What a signal says of samples that have to be converted; null for all others. */
export function highDynamicRangeOf(signal: ColourSignal | undefined): HighDynamicRange | null {
  const space = signal ? colourOf(signal) : null;
  return space?.kind === 'pq' || space?.kind === 'hlg' ? space : null;
}

function colourOfCodePoints({ codePoints, masteringPeak }: CodePointSignal): ColourSpace | null {
  const { transfer, matrix, fullRange } = codePoints;
  const primaries = primariesOf(codePoints.primaries);
  if (!primaries || matrix !== 0) return null;
  if (transfer === transfers.pq) return { kind: 'pq', primaries, fullRange, masteringPeak };
  if (transfer === transfers.hlg) return { kind: 'hlg', primaries, fullRange };
  const curve = curveOf(transfer);
  // Browsers show samples of a narrow range as they are.
  if (!curve || !fullRange) return null;
  return primaries === srgbPrimaries && transfer === transfers.srgb ? srgb : profiled(primaries, curve);
}

/** The gamma that stands for sRGB's curve (PNG section 11.3.2.5), and how far a file's may be from it; half a unit for rounding. */
const srgbGamma = 0.45455;
const gammaTolerance = 0.000505;
/** Without primaries a gamma is often a rough one: browsers show what is within 5 % as sRGB. */
const loneGammaTolerance = 0.05 * srgbGamma;
const chromaticityTolerance = 0.001;

function colourOfGamma({ gamma, chromaticities }: GammaSignal): ColourSpace | null {
  const tolerance = chromaticities ? gammaTolerance : loneGammaTolerance;
  const primaries = chromaticities ?? srgbPrimaries;
  if (Math.abs(gamma - srgbGamma) <= tolerance && areSrgb(primaries)) return srgb;
  return gamma > 0 ? profiled(primaries, powerCurve(1 / gamma)) : null;
}

function areSrgb(primaries: Chromaticities): boolean {
  return (['red', 'green', 'blue', 'white'] as const).every((name) =>
    primaries[name].every((value, axis) => Math.abs(value - srgbPrimaries[name][axis]) <= chromaticityTolerance),
  );
}

function profiled(primaries: Chromaticities, curve: TransferCurve): ColourSpace | null {
  const icc = matrixProfile(primaries, curve);
  return icc ? { kind: 'profile', icc } : null;
}
