/** The subject of a picture and its matte at the size of the picture. */
import { type AlphaSource, alphaOf } from './edges/alpha-source.ts';
import type { MatteSettings } from './networks/matte-settings.ts';
import type { Networks } from './networks/networks.ts';
import type { AskedPart } from './part/asked.ts';
import { matteInBox, subjectInBox } from './part/chosen.ts';
import type { ImageType } from './passes/classify.ts';
import { withFloor } from './passes/floor.ts';
import type { WholeSights } from './passes/see.ts';
import { findSubject, type Subject, seeAgain, unlessUnavailable } from './passes/subject.ts';
import type { Picture } from './picture/picture.ts';
import type { Layer } from './plane/layer.ts';
import { hasSubject } from './plane/matte.ts';
import { isLost } from './plane/unknown.ts';
import { type CoarseMatte, refine } from './refine/refine.ts';
import type { TakeRoom } from './refine/room.ts';

/** A subject whose matte is drawn. */
export interface DrawnSubject {
  /** False where there is none. */
  readonly found: boolean;
  /** As the passes have it. */
  readonly subject: Subject;
  /** Its matte, refined, at the size that the network gave. */
  readonly layer: Layer;
  /** The same at the size of the picture. */
  readonly alpha: AlphaSource;
  /** False if a soft edge was left out that should be refined. */
  readonly complete: boolean;
}

/** What may be known or wanted beside the picture. */
interface DrawTerms {
  readonly takeRoom?: TakeRoom;
  /** Null where it is not known: then the picture is a photograph. */
  readonly imageType?: ImageType | null;
  /** The part that the caller means, where the picture is what is seen of it. */
  readonly asked?: AskedPart | null;
  /** What the network sees of the whole picture, if that is known already. */
  readonly known?: WholeSights;
}

/**
 * Finds the subject and draws its matte at the size of the picture, refined where that is allowed.
 * @throws NetworkFault, and what `takeRoom` throws
 */
export async function drawSubject(
  picture: Picture,
  networks: Networks,
  settings: MatteSettings,
  mayRefine: boolean,
  { takeRoom, imageType = null, asked = null, known }: DrawTerms = {},
): Promise<DrawnSubject> {
  const found = withFloor(await findSubject(picture, networks, settings.model, imageType, known));
  const passAgain = async (colours: Uint8Array) =>
    (await unlessUnavailable(seeAgain({ ...found, colours }, networks, settings.model)))?.layer.plane ?? null;
  const subject = asked ? await subjectInBox(found, asked, passAgain) : found;
  const drawn = draw(subject, settings);
  // Along the edges of a matte that has lost its subject a refiner makes a wrong thing sharp.
  const refines = mayRefine && !isLost(drawn.layer.plane);
  const refined = refines ? await refine(picture, drawn, networks, takeRoom) : { ...drawn, complete: true };
  const { layer } = subject;
  return { found: hasSubject(asked ? matteInBox(layer, asked) : layer.plane), subject, ...refined };
}

/** Draws a matte at the size of the picture, as the settings want it. */
export function draw(
  { layer, colours }: Pick<Subject, 'layer' | 'colours'>,
  { upsampling }: Pick<MatteSettings, 'upsampling'>,
): CoarseMatte {
  const guided = upsampling === 'guided';
  return { layer, alpha: alphaOf(layer, guided ? colours : null), guided };
}
