/** What two mattes of one picture differ in. */
import { describe, expect, test } from 'vitest';
import type { Matte } from '../plane/matte.ts';
import { changesOf } from './changes.ts';

/** Opacity, 0 to 1, of places in the picture, 0 to 1. */
type Shape = (x: number, y: number) => number;

function drawn(shape: Shape, sidePx = 256): Matte {
  const centre = (px: number) => (px + 0.5) / sidePx;
  const samples = Uint8Array.from(
    { length: sidePx * sidePx },
    (_, at) => shape(centre(at % sidePx), centre(Math.floor(at / sidePx))) * 255,
  );
  return { widthPx: sidePx, heightPx: sidePx, samples };
}

/** A disc whose rim is so wide. */
const disc =
  (radius: number, rim = 0.001): Shape =>
  (x, y) =>
    Math.min(1, Math.max(0, (radius - Math.hypot(x - 0.5, y - 0.5)) / rim + 0.5));

/** A disc with hairs finer than a cell around it, or with the mist that a low pass makes of them. */
const haired =
  (hair: Shape): Shape =>
  (x, y) =>
    Math.max(disc(0.35)(x, y), disc(0.45)(x, y) * hair(x, y));
const hairs: Shape = (x) => Math.floor(x * 256) % 2;
const mist: Shape = () => 0.5;

/** The left half of the picture, of one opacity down to `upTo` and of another below. */
const half =
  (upTo: number, above: number, below: number): Shape =>
  (x, y) =>
    x < 0.5 ? (y < upTo ? above : below) : 0;

const nothing: Shape = () => 0;

describe('between two mattes of one picture', () => {
  test.each<[string, number, number, Shape, Shape]>([
    ['the same differs nowhere', 0, 0, half(1, 1, 0), half(1, 1, 0)],
    ['two of nothing differ nowhere', 0, 0, nothing, nothing],
    ['a found subject differs everywhere', 1, 0, nothing, half(1, 1, 0)],
    ['a lost one too', 1, 0, half(1, 1, 0), nothing],
    ['a found part differs', 0.25, 0, half(0.75, 1, 0), half(1, 1, 0)],
    ['a part of a small subject counts as much', 0.5, 0, half(0.0625, 1, 0), half(0.125, 1, 0)],
    ['haze over a part that goes differs', 0.25, 0, half(0.75, 1, 0.4), half(1, 1, 0)],
    ['haze that comes differs and is haze', 0.25, 0.25, half(0.75, 1, 0), half(0.75, 1, 0.4)],
    ['a part that is more subject than haze is none', 0.25, 0, half(0.75, 1, 0), half(0.75, 1, 0.6)],
    ['haze that goes is none that comes', 0.25, 0, half(0.75, 1, 0.4), half(0.75, 1, 0.2)],
    ['a twentieth of opacity is no difference', 0, 0, half(0.5, 1, 0.4), half(0.5, 0.95, 0.45)],
    ['what hardly shows is not seen', 0, 0, half(1, 1, 0), (x, y) => Math.max(0.04, half(1, 1, 0)(x, y))],
  ])('%s', (_, differing, hazed, first, second) => {
    expect(changesOf(drawn(first), drawn(second, 192))).toEqual({ differing, hazed });
  });

  test.each<[string, Shape, Shape]>([
    ['how soft the outline is', disc(0.4), disc(0.4, 0.02)],
    ['how fine hairs are', haired(hairs), haired(mist)],
  ])('%s makes hardly a difference', (_, first, second) => {
    expect(changesOf(drawn(first), drawn(second, 192)).differing).toBeLessThan(0.06);
  });

  test('sizes make hardly a difference', () => {
    const differing = [64, 100, 192, 300].map(
      (sidePx) => changesOf(drawn(disc(0.4)), drawn(disc(0.4), sidePx)).differing,
    );
    expect(Math.max(...differing)).toBeLessThan(0.12);
  });
});
