/**
 * Reads the options of a request. A parser returns plain values or throws `Refused` with the contract's 422.
 *
 * - An absent option takes its default. In JSON, null counts as absent for every option.
 * - Boolean, as a form part: true/false/1/0/yes/no/on/off in any case; anything else, the empty text too, is
 *   `bool_parsing`.
 * - Boolean, as a JSON member: true or false. A text is read as a form part would be, so that a client that sends
 *   everything as text is understood; a text that spells no boolean is `bool_parsing`, any other type `bool_type`.
 * - The first option that is wrong is the one that is reported.
 */
import { invalid, Refused } from './refusals.ts';
import {
  booleanText,
  type EdgeColours,
  edgeColourChoices,
  edgeColours,
  jsonBoolean,
  plannedShadowType,
  type ShadowType,
  shadowType,
  shadowTypes,
} from './schemas.ts';

/** Options of operations 1 to 4. */
export interface ImageOptions {
  readonly includeImageType: boolean;
}

/** Options of operations 1 and 2. */
export interface CutoutOptions extends ImageOptions {
  readonly edgeColours: EdgeColours;
}

/** Options of operations 5 to 7. */
export interface CarOptions {
  readonly shadowType: ShadowType;
  readonly reconstructWindows: boolean;
}

/** One option as the request carries it; undefined when it is absent. */
type Lookup<Value> = (name: string) => Value | undefined;

/**
 * Options of a multipart matte.
 * @param fields parts other than the file, by name
 * @throws Refused 422 `bool_parsing`
 */
export function parseMultipartOptions(fields: ReadonlyMap<string, string>): ImageOptions {
  return { includeImageType: formBoolean((name) => fields.get(name), 'include_image_type') ?? true };
}

/**
 * Options of a multipart cutout.
 * @param fields parts other than the file, by name
 * @throws Refused 422 `bool_parsing` or `enum`
 */
export function parseMultipartCutoutOptions(fields: ReadonlyMap<string, string>): CutoutOptions {
  return { ...parseMultipartOptions(fields), edgeColours: chosenEdges(fields.get('edge_colors')) };
}

/**
 * Options of a Base64 matte.
 * @param members of the JSON body other than the image, by name
 * @throws Refused 422 `bool_parsing` or `bool_type`
 */
export function parseJsonOptions(members: ReadonlyMap<string, unknown>): ImageOptions {
  return { includeImageType: memberBoolean((name) => members.get(name), 'include_image_type') ?? true };
}

/**
 * Options of a Base64 cutout.
 * @param members of the JSON body other than the image, by name
 * @throws Refused 422 `bool_parsing`, `bool_type` or `enum`
 */
export function parseJsonCutoutOptions(members: ReadonlyMap<string, unknown>): CutoutOptions {
  return { ...parseJsonOptions(members), edgeColours: chosenEdges(members.get('edge_colors') ?? undefined) };
}

/**
 * Options of the multipart car cutout.
 * @throws Refused 422 `enum`, `bool_parsing`, or `value_error` for a shadow that is planned or contradicts itself
 */
export function parseMultipartCarOptions(fields: ReadonlyMap<string, string>): CarOptions {
  const field = (name: string) => fields.get(name);
  return carOptions(shadow(field), formBoolean(field, 'include_shadow'), formBoolean(field, 'reconstruct_windows'));
}

/**
 * Options of the Base64 car operations.
 * @throws Refused 422 `enum`, `bool_parsing`, `bool_type`, or `value_error` as for the multipart car cutout
 */
export function parseJsonCarOptions(members: ReadonlyMap<string, unknown>): CarOptions {
  const member = (name: string) => members.get(name) ?? undefined;
  return carOptions(
    shadow(member),
    memberBoolean(member, 'include_shadow'),
    memberBoolean(member, 'reconstruct_windows'),
  );
}

function carOptions(
  chosen: ShadowType | undefined,
  includeShadow: boolean | undefined,
  reconstructWindows: boolean | undefined,
): CarOptions {
  const mapped = includeShadow === undefined ? undefined : includeShadow ? 'ai' : 'none';
  if (chosen !== undefined && mapped !== undefined && chosen !== mapped) {
    throw wrong(
      'include_shadow',
      `include_shadow=${includeShadow} contradicts shadow_type=${chosen}. Send shadow_type alone; include_shadow is deprecated`,
      'value_error',
    );
  }
  return { shadowType: chosen ?? mapped ?? 'ai', reconstructWindows: reconstructWindows ?? true };
}

function shadow(lookup: Lookup<unknown>): ShadowType | undefined {
  const value = lookup('shadow_type');
  if (value === undefined) return undefined;
  const planned = plannedShadowType.safeParse(value);
  if (planned.success) {
    throw wrong(
      'shadow_type',
      `shadow_type ${planned.data} is not available. Use ${choices(shadowTypes)}`,
      'value_error',
    );
  }
  const parsed = shadowType.safeParse(value);
  if (parsed.success) return parsed.data;
  throw wrong('shadow_type', `Expected ${choices(shadowTypes)} for shadow_type but received ${shown(value)}`, 'enum');
}

function chosenEdges(value: unknown): EdgeColours {
  if (value === undefined) return 'refined';
  const parsed = edgeColours.safeParse(value);
  if (parsed.success) return parsed.data;
  throw wrong(
    'edge_colors',
    `Expected ${choices(edgeColourChoices)} for edge_colors but received ${shown(value)}`,
    'enum',
  );
}

function formBoolean(lookup: Lookup<string>, name: string): boolean | undefined {
  const value = lookup(name);
  if (value === undefined) return undefined;
  const parsed = booleanText.safeParse(value);
  if (parsed.success) return parsed.data;
  throw wrong(name, `Expected true or false for ${name} but received ${shown(value)}`, 'bool_parsing');
}

function memberBoolean(lookup: Lookup<unknown>, name: string): boolean | undefined {
  const value = lookup(name);
  const parsed = jsonBoolean.safeParse(value);
  if (parsed.success) return parsed.data ?? undefined;
  const type = typeof value === 'string' ? 'bool_parsing' : 'bool_type';
  throw wrong(name, `Expected true or false for ${name} but received ${shown(value)}`, type);
}

function choices(of: readonly string[]): string {
  return of.map((choice) => `'${choice}'`).join(' or ');
}

function wrong(name: string, message: string, type: string): Refused {
  return new Refused(invalid(['body', name], message, type));
}

/** What was received, short enough for a message: a field may hold 64 KiB. */
function shown(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty text' : `'${clipped(value)}'`;
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : String(value);
}

function clipped(text: string): string {
  const points = [...text.slice(0, 80)];
  return points.length > 40 || text.length > 80 ? `${points.slice(0, 40).join('')}…` : text;
}
