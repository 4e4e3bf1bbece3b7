/** Two services of the command's own, one for each lane, whose network classes every pixel as subject. */
import { writeTestRepository } from '../../../testing/models/tiny.ts';
import { type OwnService, startOwnService } from '../own-service.ts';

export const lanes = ['edge', 'image'] as const;
export type Lane = (typeof lanes)[number];

/** Starts both. @param folder for the network and what is made of it */
export async function startServices(folder: string): Promise<Record<Lane, OwnService>> {
  const models = await writeTestRepository(folder, ['everything']);
  const start = (lane: Lane) => startOwnService(models, { LANE: lane });
  const edge = await start('edge');
  try {
    return { edge, image: await start('image') };
  } catch (cause) {
    await edge.stop();
    throw cause;
  }
}
