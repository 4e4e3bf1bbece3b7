/**
 * The further passes of a matte network, and who reviews their answer: all that is said of each, in the manifest and by a server. Names
 * of parameters follow from these names (parameters.ts). What a pass is used for is in `src/pixels/pipeline/passes`.
 */
import * as z from 'zod';

/** 0 to 1. */
const share = z.number({ error: 'it must be a number from 0 to 1' }).min(0).max(1);
/** Name or role of a network. */
const model = z.string({ error: 'it must be a name' });
/** A description of a pass's cost. */
const cost = z.string();

/** A pass at another size: the manifest has the size, which the graph must take, and a server the network's name at that size. */
function resized<Members extends z.ZodRawShape>(members: Members) {
  const sidePx = z.number().int().positive();
  return { stored: z.object({ sidePx, ...members, cost }), served: z.object({ model, ...members }) };
}

/** A pass at the network's own size. */
function sameSize<Members extends z.ZodRawShape>(members: Members) {
  return { stored: z.object({ ...members, cost }), served: z.object(members) };
}

/** The whole picture at a smaller size, where much of the first matte is unknown. */
const medium = resized({
  /** Unknown share of the first matte, 0 (nearly always) to 1 (never), above which the pass is made, unless all of that are fine lines. */
  whenUnknown: share,
});

/** The whole picture at the smallest size, always. */
const low = resized({
  /** The network that blends this pass with the matte so far, place by place; left out, only limbs and mirrors are used. */
  chooser: z
    .object({
      model,
      /** Unknown share of the matte so far, 0 to 1, above which it is asked, unless all of that are fine lines. */
      whenUnknown: share,
    })
    .optional(),
  /** The network that is asked after the chooser, and adds what both passes lost; left out, nothing is added. */
  completer: z.object({ model }).optional(),
});

/** The part of the picture that has the subject, where that is small. */
const closeUp = sameSize({
  /** Share of the picture, 0 (never) to 1 (nearly always), below which the part has to be. */
  whenSmaller: share,
  /** Unknown share of the matte so far, 0 (nearly always) to 1 (never), above which the pass is made. */
  whenUnknown: share,
});

/** No pass: whom the answer is shown that all passes have made. */
const review = sameSize({
  /** The network that says how likely the answer failed; left out, its matte alone decides. */
  critic: z.object({ model }).optional(),
});

/** As in the manifest. A pass that is left out is not made. */
export const storedPasses = z
  .object({
    medium: medium.stored,
    low: low.stored,
    closeUp: closeUp.stored,
    review: review.stored,
  })
  .partial();

/** As a server has them. A member that is an object is there where its first member is. */
export const servedPasses = z
  .object({
    medium: medium.served,
    low: low.served,
    closeUp: closeUp.served,
    review: review.served,
  })
  .partial();

export type StoredPasses = z.infer<typeof storedPasses>;
/** The passes that a network is worth beside the full one, as the pipeline uses them. */
export type Passes = Readonly<z.infer<typeof servedPasses>>;
/** What is said of one pass. */
export type Pass<Name extends keyof Passes> = Readonly<NonNullable<Passes[Name]>>;
/** The network that blends the low pass with the matte so far. */
export type PassChooser = NonNullable<Pass<'low'>['chooser']>;

/** What a pass may have; an object is another network that it asks, and when. */
type Member = string | number | { readonly model: string } | undefined;

/** Names or roles of the networks that passes ask beside the matte network itself. */
export function otherNetworks(passes: Passes | StoredPasses): readonly string[] {
  const members = Object.values(passes).flatMap((pass) => Object.values<Member>(pass ?? {}));
  return members.flatMap((member) => (typeof member === 'object' ? member.model : []));
}

/** Passes that ask none of some networks. @param missing their names and roles */
export function withoutNetworks(passes: StoredPasses, missing: ReadonlySet<string>): StoredPasses {
  const asksOne = (member: Member) => typeof member === 'object' && missing.has(member.model);
  const kept = Object.entries(passes).map(([name, pass]) => [
    name,
    Object.fromEntries(Object.entries<Member>(pass ?? {}).filter(([, member]) => !asksOne(member))),
  ]);
  return storedPasses.parse(Object.fromEntries(kept));
}
