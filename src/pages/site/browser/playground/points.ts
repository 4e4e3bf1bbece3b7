/** Points on a photo: where a person clicked, what should become of it, and both as options of a call; and what holes become. */
import type { Holes } from '../../../../contract/holes.ts';
import type { Known } from './outcome.ts';
import type { PageCall } from './send.ts';

/** Whether what is there should stay or go. */
export type ClickKind = 'keep' | 'drop';

/** A place on the upright photo, in percent of its sides. */
export interface PhotoPlace {
  readonly x: number;
  readonly y: number;
}

export interface Click extends PhotoPlace {
  readonly kind: ClickKind;
}

/** Values of the option `holes`. */
export type HolesValue = 'auto' | Holes;

/** Another choice of what becomes of the holes of a graphic; null: as the call had it. */
export interface HolesChange {
  readonly kind: 'holes';
  readonly holes: HolesValue | null;
}

/** What a person asks of a result. */
export type MendChange = Click | HolesChange;

/** A place on what is shown, which may be a part of the photo or more: 0 to 1 from its left and upper side. */
export interface ShownPlace {
  readonly across: number;
  readonly down: number;
}

/** Which part of the photo a result shows. */
type Showing = Pick<Known, 'inputPx' | 'boxPx'>;

/** Points that are nearer to each other are one click that was made twice. */
const samePercent = 0.5;

/** Whether points change what an operation makes: those of cars take none. */
export function takesPoints({ operation }: Pick<PageCall, 'operation'>): boolean {
  return operation.result === 'cutout' || operation.result === 'matte';
}

/** Whether an answer is of a graphic that was cut by colour: whatever else is there, `holes` changes nothing of. */
export function takesHoles({ operation }: Pick<PageCall, 'operation'>, headers: Headers): boolean {
  return 'holes' in operation.options && (headers.get('X-Model') ?? '').startsWith('flat-background@');
}

/** The clicks among changes. */
export function clicksAmong(changes: readonly MendChange[]): readonly Click[] {
  return changes.filter((change) => change.kind !== 'holes');
}

/** What was chosen last of holes; null: as the call has it. */
export function holesAmong(changes: readonly MendChange[]): HolesValue | null {
  return changes.findLast((change) => change.kind === 'holes')?.holes ?? null;
}

/** A call with changes: with points beside those that it has already. */
export function withChanges({ operation, options }: PageCall, changes: readonly MendChange[]): PageCall {
  const points = clicksAmong(changes);
  const holes = holesAmong(changes);
  const asked = (['keep', 'drop'] as const).map((kind) => {
    const name = `${kind}_points`;
    return [name, [options[name] ?? [], ...textsOf(points, kind)].flat().join('; ')] as const;
  });
  const given = Object.fromEntries(asked.filter(([, text]) => text !== ''));
  return { operation, options: { ...options, ...given, ...(holes !== null && { holes }) } };
}

/** What changes are known by: the order of points says nothing, and one that is there twice is there once. */
export function stateOf(changes: readonly MendChange[]): string {
  const points = clicksAmong(changes);
  const places = (['keep', 'drop'] as const).map((kind) => [...new Set(textsOf(points, kind))].sort());
  return JSON.stringify([...places, holesAmong(changes)]);
}

/** Whether a point is there already. */
export function isThere(points: readonly Click[], { kind, x, y }: Click): boolean {
  return points.some((other) => other.kind === kind && Math.hypot(other.x - x, other.y - y) < samePercent);
}

/** The place of the photo that is shown at a place; null beside the photo. */
export function photoPlaceOf({ across, down }: ShownPlace, showing: Showing): PhotoPlace | null {
  const [left, top, wide, high, width, height] = sidesOf(showing);
  const [x, y] = [((left + across * wide) / width) * 100, ((top + down * high) / height) * 100];
  return x >= 0 && y >= 0 && x <= 100 && y <= 100 ? { x, y } : null;
}

/** Where a place of the photo is shown; beyond 0 to 1 where it is not. */
export function shownPlaceOf({ x, y }: PhotoPlace, showing: Showing): ShownPlace {
  const [left, top, wide, high, width, height] = sidesOf(showing);
  return { across: ((x / 100) * width - left) / wide, down: ((y / 100) * height - top) / high };
}

/** By how much an arrow key moves, as a share of what is shown. */
const [step, smallStep] = [0.02, 0.002];
const directions: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The place after an arrow key; null for any other key. */
export function placeAfterKey({ across, down }: ShownPlace, key: string, isSmall: boolean): ShownPlace | null {
  const direction = directions[key];
  if (!direction) return null;
  const [right, below] = direction.map((way) => way * (isSmall ? smallStep : step));
  return { across: inside(across + right), down: inside(down + below) };
}

/** A place in words. */
export function placeInWords({ x, y }: PhotoPlace): string {
  return `${Math.round(x)} % from the left, ${Math.round(y)} % from the top`;
}

function textsOf(points: readonly Click[], wanted: ClickKind): readonly string[] {
  return points.filter(({ kind }) => kind === wanted).map(({ x, y }) => `${percent(x)}% ${percent(y)}%`);
}

/** With four decimals, a pixel of the largest photo is distinguished from the next. */
function percent(value: number): number {
  return Number(value.toFixed(4));
}

/** Of the part of the photo that is shown, then of the photo. */
function sidesOf({ inputPx, boxPx }: Showing) {
  const [width, height] = inputPx ?? [1, 1];
  const [left, top, wide, high] = (inputPx && boxPx) ?? [0, 0, width, height];
  return [left, top, wide, high, width, height] as const;
}

/** A place on the very end would be beside the last pixel. */
function inside(share: number): number {
  return Math.min(0.9999, Math.max(0, share));
}
