/** How a deployment makes mattes; the same words in both lanes. */

/** How alpha gets from the size of the network to that of the picture: along the picture's edges, or bilinear. */
export const upsamplings = ['guided', 'bilinear'] as const;
export type Upsampling = (typeof upsamplings)[number];

export interface MatteSettings {
  /** Name or role of the matte network. */
  readonly model: string;
  readonly upsampling: Upsampling;
  /** Whether the refiner corrects soft edges. */
  readonly refiner: boolean;
  /** Whether there is a network that answers points; no where it is left out. */
  readonly pointSegmenter?: boolean;
}
