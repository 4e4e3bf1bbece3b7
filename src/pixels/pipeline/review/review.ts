/** The review of an answer: by its matte and by the critic (docs/decisions/0066-critic.md). */
import { NetworkFault, type Networks, pictureInputOf } from '../networks/networks.ts';
import type { WholeSights } from '../passes/see.ts';
import { framePicture } from '../picture/frame.ts';
import { hasSubject } from '../plane/matte.ts';
import type { Region } from '../plane/region.ts';
import { type Criticism, criticismOf, type FinalMatte } from './critic.ts';
import { needsReview, type Signs, signsOf, uncertaintyBy, uncertaintyOfNothing } from './uncertainty.ts';

/** Of the time that is left, for the critic: the rest is for the rows of the picture. */
const shareOfTime = 0.5;

/** What is known of an answer. */
export interface Review {
  /** 0 to 1 with three decimals; 1 if nothing was found. */
  readonly uncertainty: number;
  /** Null if nothing was found. */
  readonly signs: Signs | null;
  /** Where a person should look first, in pixels of the picture; null where none has to look, or nobody knows. */
  readonly lookFirst: Region | null;
}

/** An answer, and whether it has a subject in the part that was asked for. */
interface ReviewedAnswer extends FinalMatte {
  readonly found: boolean;
}

/** How an answer was made. */
interface ReviewTerms {
  readonly networks: Networks;
  /** Name or role of the matte network, whose description names the critic. */
  readonly model: string;
  /** What networks saw of the whole picture. */
  readonly sights: WholeSights;
}

/** Reviews an answer. Where the critic is not there, late, full or wrong, the matte alone decides. */
export async function reviewOf({ found, ...matte }: ReviewedAnswer, terms: ReviewTerms): Promise<Review> {
  const { picture, layer } = matte;
  if (!hasSubject(layer.plane)) return { uncertainty: uncertaintyOfNothing, signs: null, lookFirst: null };
  const shown = signsOf(layer, picture);
  const criticism = found ? await byCritic(matte, terms) : null;
  // Where the matte asks for a person, the critic says the place alone.
  const signs = criticism === null || needsReview(shown) ? shown : { ...shown, failed: criticism.failed };
  const lookFirst = needsReview(signs) ? (criticism?.lookFirst ?? null) : null;
  return { uncertainty: uncertaintyBy(signs), signs, lookFirst };
}

/** What the critic says; null where there is none that answers. */
async function byCritic(matte: FinalMatte, { networks, model, sights }: ReviewTerms): Promise<Criticism | null> {
  const samples = sights.get(model);
  if (!samples) return null;
  try {
    const described = await networks.describe(model);
    const critic = described.passes?.review?.critic;
    if (!critic) return null;
    const { widthPx, heightPx } = pictureInputOf(model, described, 3);
    const seen = framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc: null });
    return await criticismOf(matte, seen, networks.within?.(shareOfTime) ?? networks, critic.model);
  } catch (fault) {
    if (fault instanceof NetworkFault) return null;
    throw fault;
  }
}
