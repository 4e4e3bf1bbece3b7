/**
 * What a call of the remove.bg API asks for and the answer does not show as it was sent: what cannot change the picture is
 * passed over, and what we lack is drawn with our nearest. Both are named in headers; defaults never are.
 */
import type { Colour } from '../output/colour.ts';
import type { Margin } from '../output/margin.ts';
import { usualOpacityPercent } from '../output/shadow.ts';
import { askedShadow, type ShadowFields } from './shadow.ts';

export interface Unmet {
  /** Names of fields. */
  readonly ignored: readonly string[];
  /** As `shadow_type=3D>car`. */
  readonly substituted: readonly string[];
}

/** The values that it depends on. */
interface Asked extends ShadowFields {
  readonly type: string | undefined;
  readonly channels: 'rgba' | 'alpha';
  readonly format: 'auto' | 'png' | 'jpg' | 'webp' | 'zip';
  readonly bg_color: Colour | undefined;
  readonly bg_image_url: string | undefined;
  readonly bg_image_file: boolean;
  readonly crop: boolean;
  readonly crop_margin: Margin | undefined;
  readonly shadow_opacity: number | undefined;
  readonly semitransparency: boolean;
}

/** @param isVehicle whether a vehicle is cut out, with what belongs to one */
export function unmetOf(asked: Asked, isVehicle: boolean): Unmet {
  const names = Object.entries(passedOver(asked, isVehicle)).flatMap(([name, isPassed]) => (isPassed ? [name] : []));
  return { ignored: names, substituted: substitutions(asked, isVehicle) };
}

/** Whether a colour is seen at all. */
export function isSeen(colour: Colour | undefined): colour is Colour {
  return colour !== undefined && colour.alpha > 0;
}

/** A translucent colour as it is on white, which is under every JPEG. */
export function onWhite({ red, green, blue, alpha }: Colour): Colour {
  const share = alpha / 255;
  const mixed = (value: number) => Math.round(value * share + 255 * (1 - share));
  return { red: mixed(red), green: mixed(green), blue: mixed(blue), alpha: 255 };
}

/** Whether each field asks for what cannot change the picture. */
function passedOver(asked: Asked, isVehicle: boolean) {
  const {
    type = 'auto',
    channels,
    format,
    crop_margin: margin,
    shadow_opacity: opacity,
    shadow_method: method,
  } = asked;
  const isMatte = channels === 'alpha';
  const hasNoGround = isMatte || format === 'zip';
  const shadow = drawnShadow(asked, isVehicle);
  const isMethod = method !== 'latest' && method !== 'none';
  const kind = type.toLowerCase();
  return {
    type: kind !== 'auto' && (isMatte || kind !== 'car'),
    bg_color: isMatte && isSeen(asked.bg_color),
    bg_image_url: hasNoGround && asked.bg_image_url !== undefined,
    bg_image_file: hasNoGround && asked.bg_image_file,
    crop_margin: !asked.crop && hasRoom(margin),
    add_shadow: asked.add_shadow && shadow === null,
    shadow_type: asked.shadow_type !== 'none' && shadow === null,
    shadow_opacity: opacity !== undefined && opacity !== usualOpacityPercent.drop && (shadow === null || isVehicle),
    shadow_method: isMethod && (shadow === null || (method !== 'legacy' && shadow.field !== 'shadow_method')),
    semitransparency: !asked.semitransparency && (isMatte || !isVehicle),
  };
}

function substitutions(asked: Asked, isVehicle: boolean): string[] {
  const { channels, format, bg_color: colour, shadow_method: method } = asked;
  if (channels === 'alpha') return format === 'auto' || format === 'png' ? [] : [`format=${format}>png`];
  const found: string[] = [];
  if (format === 'jpg' && colour && colour.alpha < 255) {
    found.push(`bg_color=${hexOf(colour)}>${hexOf(onWhite(colour)).slice(0, 6)}`);
  }
  const shadow = drawnShadow(asked, isVehicle);
  const drawn = isVehicle ? 'car' : 'drop';
  if (shadow && shadow.type !== 'auto' && shadow.type !== drawn) {
    found.push(`${shadow.field}=${shadow.type}>${drawn}`);
  }
  if (shadow && method === 'legacy') found.push('shadow_method=legacy>latest');
  return found;
}

/** The shadow that is asked for and drawn: a matte has none, and a ZIP none but that of a vehicle. */
function drawnShadow(asked: Asked, isVehicle: boolean) {
  if (asked.channels === 'alpha' || (asked.format === 'zip' && !isVehicle)) return null;
  return askedShadow(asked);
}

function hasRoom(margin: Margin | undefined): boolean {
  if (!margin) return false;
  const { top, right, bottom, left } = margin;
  return [top, right, bottom, left].some(({ value }) => value > 0);
}

/** As eight digits. */
function hexOf({ red, green, blue, alpha }: Colour): string {
  return [red, green, blue, alpha].map((value) => value.toString(16).padStart(2, '0')).join('');
}
