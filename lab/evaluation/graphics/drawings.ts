/** What is drawn: words, rings, badges, faces, plates, icons, and icons with words, each as SVG without its background. */
import type { Dice } from '../../../testing/dice.ts';
import { hexOf, ink, type Rgb } from './colours.ts';
import type { Art, Icon } from './fetch.ts';
import { anyWord, type Box, polygon, wordPath } from './outlines.ts';

/**
 * Of `word` and `ring` the background shows through holes; `badge`, `face` and `plate` have parts of the background's colour that
 * belong to them; of icons both is as their author drew it.
 */
export const drawingKinds = [
  { kind: 'word', weight: 24 },
  { kind: 'ring', weight: 12 },
  { kind: 'badge', weight: 10 },
  { kind: 'face', weight: 8 },
  { kind: 'plate', weight: 8 },
  { kind: 'icon', weight: 24 },
  { kind: 'lockup', weight: 14 },
] as const;
export type DrawingKind = (typeof drawingKinds)[number]['kind'];

/** What a drawing is drawn with and in. */
export interface Canvas {
  readonly dice: Dice;
  readonly art: Art;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly background: Rgb;
}

const drawers: Readonly<Record<DrawingKind, (canvas: Canvas, box: Box) => string>> = {
  word: drawWord,
  ring: drawRings,
  badge: drawBadge,
  face: drawFace,
  plate: drawPlate,
  icon: (canvas, box) => drawIcon(anyIcon(canvas), square(box)),
  lockup: drawLockup,
};

/** One drawing as SVG of the canvas' size; what nothing is drawn on stays transparent. */
export function draw(kind: DrawingKind, canvas: Canvas): string {
  const { dice, widthPx, heightPx } = canvas;
  const margin = dice.between(0.05, 0.18) * Math.min(widthPx, heightPx);
  const box = { left: margin, top: margin, width: widthPx - 2 * margin, height: heightPx - 2 * margin };
  const size = `width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${drawers[kind](canvas, box)}</svg>`;
}

function square({ left, top, width, height }: Box): Box {
  const side = Math.min(width, height);
  return { left: left + (width - side) / 2, top: top + (height - side) / 2, width: side, height: side };
}

function anyIcon({ dice, art }: Canvas): Icon {
  return dice.pick(dice.pick(art.icons).all);
}

function drawIcon(icon: Icon, box: Box): string {
  const place = `x="${box.left}" y="${box.top}" width="${box.width}" height="${box.height}"`;
  return `<svg ${place} viewBox="${icon.left} ${icon.top} ${icon.width} ${icon.height}">${icon.body}</svg>`;
}

function word({ dice, art }: Canvas, box: Box): string {
  return wordPath(dice.pick(art.fonts).font, anyWord(dice), box);
}

/** A fill, a gradient in one of five. */
function paint({ dice, background }: Canvas, id: string): { fill: string; definition: string } {
  const first = hexOf(ink(dice, background));
  if (!dice.chance(0.2)) return { fill: first, definition: '' };
  const stops = `<stop offset="0" stop-color="${first}"/><stop offset="1" stop-color="${hexOf(ink(dice, background))}"/>`;
  const line = dice.chance(0.5) ? 'x2="0" y2="1"' : 'x2="1" y2="0"';
  return { fill: `url(#${id})`, definition: `<linearGradient id="${id}" ${line}>${stops}</linearGradient>` };
}

/** Words of one ink, in one of six with an outline of another, in one of eight over a soft shadow. */
function drawWord(canvas: Canvas, box: Box): string {
  const { dice, background, heightPx } = canvas;
  const { fill, definition } = paint(canvas, 'ink');
  const lines = dice.chance(0.3) ? [0.62, 0.22] : [1];
  const outlines = lines.map((share, line) => {
    const top = box.top + (line === 0 ? 0 : 0.78 * box.height);
    return word(canvas, { ...box, top, height: share * box.height });
  });
  const stroke = dice.chance(0.16)
    ? `stroke="${hexOf(ink(dice, background))}" stroke-width="${dice.between(8, 50)}" paint-order="stroke"`
    : '';
  const inked = `<g fill="${fill}" ${stroke}>${outlines.join('')}</g>`;
  return `<defs>${definition}${shadowFilter(heightPx)}</defs>${maybeShadowed(canvas, inked)}`;
}

function shadowFilter(heightPx: number): string {
  const blurred = `<feGaussianBlur stdDeviation="${(heightPx * 0.008).toFixed(2)}"/>`;
  return `<filter id="soft" x="-20%" y="-20%" width="140%" height="140%">${blurred}</filter>`;
}

function maybeShadowed({ dice, background, heightPx }: Canvas, inked: string): string {
  if (!dice.chance(0.12) || Math.max(...background) < 100) return inked;
  const away = heightPx * 0.012;
  const black = inked.replaceAll(/(fill|stroke)="(#|url)[^"]*"/g, '$1="#000"');
  return `<g transform="translate(${away} ${away})" opacity="0.4" filter="url(#soft)">${black}</g>${inked}`;
}

/** One to five rings beside or over one another, round or not. */
function drawRings(canvas: Canvas, box: Box): string {
  const { dice, background } = canvas;
  const count = dice.pick([1, 1, 1, 2, 3, 5]);
  const step = count === 1 ? 0 : Math.min(box.width / (count + 1), box.height / 2);
  const radius = count === 1 ? Math.min(box.width, box.height) / 2 : Math.min(step * 0.75, box.height / 2);
  const wide = radius * dice.between(0.08, 0.42);
  const centre = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const corners = dice.pick([0, 0, 3, 4, 6, 8]);
  const turned = dice.between(0, Math.PI);
  return Array.from({ length: count }, (_, at) => {
    const x = centre.x + (at - (count - 1) / 2) * step;
    const style = `fill="none" stroke="${hexOf(ink(dice, background))}" stroke-width="${wide}"`;
    const inner = radius - wide / 2;
    if (corners === 0) return `<circle cx="${x}" cy="${centre.y}" r="${inner}" ${style}/>`;
    return `<path d="${polygon({ x, y: centre.y }, inner * 0.85, corners, turned)}" ${style}/>`;
  }).join('');
}

/** A closed outline, filled with the background's colour, around something. */
function drawBadge(canvas: Canvas, box: Box): string {
  const { dice, background } = canvas;
  const within = dice.chance(0.5) ? square(box) : box;
  const [x, y] = [within.left + within.width / 2, within.top + within.height / 2];
  const wide = Math.min(within.width, within.height) * dice.between(0.015, 0.07);
  const style = `fill="${hexOf(background)}" stroke="${hexOf(ink(dice, background))}" stroke-width="${wide}"`;
  const [width, height] = [within.width - wide, within.height - wide];
  const side = Math.min(width, height) / 2;
  const outline = dice.pick([
    `<ellipse cx="${x}" cy="${y}" rx="${width / 2}" ry="${height / 2}" ${style}/>`,
    `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="${side * 0.2}" ${style}/>`,
    `<path d="${polygon({ x, y }, side, 6, dice.between(0, 1))}" ${style}/>`,
    `<path d="${polygon({ x, y }, side, dice.whole(12, 24), 0, 0.85)}" ${style}/>`,
  ]);
  const core = { left: x - width * 0.28, top: y - height * 0.2, width: width * 0.56, height: height * 0.4 };
  const fill = hexOf(ink(dice, background));
  const content = dice.chance(0.6)
    ? `<g fill="${fill}">${word(canvas, core)}</g>`
    : `<path fill="${fill}" d="${polygon({ x, y }, side * 0.45, 5, -Math.PI / 2, 0.4)}"/>`;
  return outline + content;
}

/** A head of the background's colour in an outline, with eyes and a mouth. */
function drawFace({ dice, background }: Canvas, box: Box): string {
  const { left, top, width } = square(box);
  const radius = width / 2;
  const [x, y] = [left + radius, top + radius];
  const wide = radius * dice.between(0.03, 0.12);
  const line = hexOf(ink(dice, background));
  const eye = dice.between(0.06, 0.13) * radius;
  const ears = dice.chance(0.4)
    ? [-1, 1].map((side) => ear(x + side * radius * 0.6, y - radius * 0.6, radius * 0.3, line)).join('')
    : '';
  const head = `<circle cx="${x}" cy="${y}" r="${radius - wide / 2}" fill="${hexOf(background)}" stroke="${line}" stroke-width="${wide}"/>`;
  const eyes = [-0.35, 0.35].map(
    (at) => `<circle cx="${x + at * radius}" cy="${y - 0.2 * radius}" r="${eye}" fill="${line}"/>`,
  );
  const mouth = `<path d="M${x - 0.4 * radius} ${y + 0.25 * radius}q${0.4 * radius} ${0.35 * radius} ${0.8 * radius} 0" fill="none" stroke="${line}" stroke-width="${wide}" stroke-linecap="round"/>`;
  return ears + head + eyes.join('') + mouth;
}

function ear(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

/** A filled plate with words of the background's colour on it. */
function drawPlate(canvas: Canvas, box: Box): string {
  const { dice, background } = canvas;
  const round = Math.min(box.width, box.height) * dice.between(0, 0.5);
  const plate = `<rect x="${box.left}" y="${box.top}" width="${box.width}" height="${box.height}" rx="${round}" fill="${hexOf(ink(dice, background))}"/>`;
  const core = {
    left: box.left + box.width * 0.16,
    top: box.top + box.height * 0.25,
    width: box.width * 0.68,
    height: box.height * 0.5,
  };
  return `${plate}<g fill="${hexOf(background)}">${word(canvas, core)}</g>`;
}

/** An icon with a word beside or under it. */
function drawLockup(canvas: Canvas, box: Box): string {
  const { dice, background } = canvas;
  const isWide = box.width > box.height * 1.2;
  const side = isWide ? Math.min(box.height, box.width * 0.4) : box.height * 0.62;
  const icon = isWide
    ? { ...box, width: side, top: box.top + (box.height - side) / 2, height: side }
    : { ...box, left: box.left + (box.width - side) / 2, width: side, height: side };
  const gap = side * 0.12;
  const rest = isWide
    ? { left: box.left + side + gap, top: icon.top + side * 0.25, width: box.width - side - gap, height: side * 0.5 }
    : { ...box, top: box.top + side + gap, height: box.height - side - gap };
  return `${drawIcon(anyIcon(canvas), icon)}<g fill="${hexOf(ink(dice, background))}">${word(canvas, rest)}</g>`;
}
