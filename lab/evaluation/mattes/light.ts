/** sRGB values and the linear light that they encode (IEC 61966-2-1), both 0 to 1. */

/** The light of an sRGB value. */
export function decoded(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** The sRGB value of a light. */
export function encoded(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}
