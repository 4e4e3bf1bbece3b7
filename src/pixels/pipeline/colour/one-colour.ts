/** When a border counts as of one colour. */

/** Most by which a border pixel is away from the border's colour, in levels of any channel. */
export const withinLevels = 12;
/** The share of the border's pixels that are no further away, at least. */
export const sameShare = 0.95;
