/** The verdict on one picture: right, refused with a reason, beyond the references, or wrong. */
import * as z from 'zod';
import type { Lane } from './services.ts';

/** Of 255, over red, green, blue and alpha in sRGB. */
const mostMean = 2;
const mostFar = 24;
/** Of 255, between the colours of the lanes: as far as two decoders of lossy formats may differ. Alpha is the same. */
const mostApart = 2;

/** The answer of `judge.py`. */
export const judgement = z.object({
  reference: z.tuple([z.number(), z.number()]).nullable(),
  /** Of the first reference. */
  complaint: z.string().nullable(),
  /** Of which kind the picture is that the first reference cannot judge. */
  beyond: z.string().nullable(),
  lanes: z.partialRecord(
    z.enum(['edge', 'image']),
    z.object({
      size: z.tuple([z.number(), z.number()]),
      mean: z.number().optional(),
      far: z.number().optional(),
      /** Why the answer cannot be read. */
      unread: z.string().optional(),
    }),
  ),
  /** How far the lanes are from each other; null where there are not two answers that can be read. */
  apart: z
    .union([
      z.object({ colours: z.number(), alpha: z.number() }),
      z.object({ sizes: z.array(z.tuple([z.number(), z.number()])) }),
    ])
    .nullable(),
});
export type Judgement = z.infer<typeof judgement>;

export type Verdict = 'right' | 'refused' | 'beyond' | 'wrong';

export interface Outcome {
  readonly verdict: Verdict;
  readonly detail: string;
}

/** What a lane answered: its status, and the words of a refusal. */
export interface Answered {
  readonly status: number;
  readonly words: string;
}

/**
 * Judges the answers of the lanes that decode a picture.
 * @param reason why this file may be refused, or differ from its reference, as `reasons.ts` says
 */
export function verdictOf(
  answers: Readonly<Partial<Record<Lane, Answered>>>,
  judged: Judgement,
  reason: string | null,
): Outcome {
  const statuses = Object.entries(answers).map(([lane, { status }]) => `${lane} ${status}`);
  const given = Object.values(answers);
  const [first] = given;
  if (!first) throw new Error('No lane answered');
  if (given.some(({ status }) => status !== first.status)) {
    return {
      verdict: 'wrong',
      detail: `lanes differ: ${statuses.join(', ')}; ${given.map(({ words }) => words).join('')}`,
    };
  }
  if (first.status === 200) return lanesApart(judged) ?? verdictOfPictures(judged, reason);
  if (first.status >= 500) return { verdict: 'wrong', detail: `${first.status} ${first.words}` };
  return verdictOfRefusal(first, judged, reason);
}

/** Wrong where the lanes give two pictures of one file; null where they give the same. */
function lanesApart({ apart }: Judgement): Outcome | null {
  if (!apart) return null;
  if ('sizes' in apart) {
    const sizes = apart.sizes.map((size) => size.join(' × '));
    return { verdict: 'wrong', detail: `lanes differ: ${sizes.join(', ')}` };
  }
  if (apart.alpha === 0 && apart.colours <= mostApart) return null;
  return { verdict: 'wrong', detail: `lanes differ: colours ${apart.colours}, alpha ${apart.alpha}` };
}

function verdictOfRefusal({ status, words }: Answered, judged: Judgement, reason: string | null): Outcome {
  const said = `${status} ${words}`;
  const theirs = judged.complaint ?? withoutCode(judged);
  if (theirs) return { verdict: 'refused', detail: `${said} | reference: ${theirs}` };
  if (reason) return { verdict: 'refused', detail: `${said} | ${reason}` };
  const seen = judged.beyond ?? `${judged.reference?.join(' × ')}`;
  return { verdict: 'wrong', detail: `${said} | reference decodes: ${seen}` };
}

/** The first reference's message on a file that it has no code for; null where it decodes the file and cannot judge it. */
function withoutCode({ beyond }: Judgement): string | null {
  return beyond && /^\w*Error: /.test(beyond) ? beyond : null;
}

function verdictOfPictures(judged: Judgement, reason: string | null): Outcome {
  const why = judged.complaint ?? judged.beyond;
  if (!judged.reference) {
    const verdict = judged.complaint && !reason ? 'wrong' : 'beyond';
    return { verdict, detail: `200 | ${reason ?? `no reference: ${why}`}` };
  }
  for (const [lane, { size, mean, far, unread }] of Object.entries(judged.lanes)) {
    const isEqual = mean !== undefined && far !== undefined && mean <= mostMean && far <= mostFar;
    if (isEqual) continue;
    const sizes = `${size.join(' × ')}, reference ${judged.reference.join(' × ')}`;
    const apart = unread ?? (mean === undefined ? sizes : `mean ${mean}, far ${far}`);
    const by = why ? ` (second reference; the first: ${why})` : '';
    return { verdict: reason ? 'beyond' : 'wrong', detail: `${lane} ${apart}${by}${reason ? ` | ${reason}` : ''}` };
  }
  return { verdict: 'right', detail: why ? `second reference alone: ${why}` : '' };
}
