/** How a deployment makes mattes; the same words in both lanes. */

/** How alpha gets from the size of the network to that of the picture: along the picture's edges, or bilinear. */
export const upsamplings = ['guided', 'bilinear'] as const;
export type Upsampling = (typeof upsamplings)[number];

export interface MatteSettings {
  /** Name or role of the matte network. */
  readonly model: string;
  readonly upsampling: Upsampling;
  /** Whether the refiner looks at soft edges again from close by. */
  readonly refiner: boolean;
}

const names = { model: 'X-Model', upsampling: 'X-Upsampling', refiner: 'X-Refiner' };

/** The settings as headers, for the way to the image lane. */
export function matteHeaders({ model, upsampling, refiner }: MatteSettings): Record<string, string> {
  return { [names.model]: model, [names.upsampling]: upsampling, [names.refiner]: refiner ? 'on' : 'off' };
}

/** Reads what `matteHeaders` wrote; what is missing or unknown takes its default. */
export function readMatteSettings(header: (name: string) => string | undefined): MatteSettings {
  return {
    model: header(names.model) || 'matte',
    upsampling: asUpsampling(header(names.upsampling)) ?? 'guided',
    refiner: header(names.refiner) === 'on',
  };
}

/** The upsampling of that name, if there is one. */
export function asUpsampling(name: string | undefined): Upsampling | undefined {
  return upsamplings.find((known) => known === name);
}
