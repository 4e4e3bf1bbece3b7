/** How our own graph gets the weights that others published, as data of the manifest. */
import * as z from 'zod';

export const filledPreparation = z.object({
  kind: z.literal('filled'),
  /** The graph, an ONNX file; the path is relative to the manifest's folder. */
  graph: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
