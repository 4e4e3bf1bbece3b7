/** How a published matte network becomes the file that is served, as data of the manifest. */
import * as z from 'zod';

const perChannel = z.tuple([z.number(), z.number(), z.number()]);

export const mattePreparation = z.object({
  kind: z.literal('matte'),
  /** The network's picture: NCHW, (rgb / 255 − mean) / std. */
  input: z.object({
    widthPx: z.number().int().positive(),
    heightPx: z.number().int().positive(),
    mean: perChannel,
    std: z.tuple([z.number().positive(), z.number().positive(), z.number().positive()]),
  }),
  output: z.object({
    /** Which output is the matte, where there are several. */
    name: z.string(),
    /** What makes 0…1 of it. A graph that ends in a sigmoid of its own gets no second one. */
    activation: z.enum(['none', 'sigmoid']),
  }),
  /** Type of weights and arithmetic: fp16 is for GPUs. */
  precision: z.enum(['fp32', 'fp16']),
  /**
   * Whether deformable convolutions that the export spells out become the operator DeformConv, which not every runtime
   * has. As published where it is left out.
   */
  deformConv: z.enum(['operator', 'published']).optional(),
});

export type MattePreparation = z.infer<typeof mattePreparation>;
