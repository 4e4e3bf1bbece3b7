/** What chance alone could have made of counts. */

/** Normal deviate of a two-sided interval of 95 %. */
const deviate = 1.959964;

/** 95 % interval of a share (Wilson, 1927). */
export function shareInterval(hits: number, of: number): { readonly from: number; readonly to: number } {
  if (of === 0) return { from: 0, to: 1 };
  const share = hits / of;
  const squared = deviate ** 2 / of;
  const middle = share + squared / 2;
  const half = Math.sqrt(squared * share * (1 - share) + squared ** 2 / 4);
  return { from: Math.max(0, (middle - half) / (1 + squared)), to: Math.min(1, (middle + half) / (1 + squared)) };
}

/**
 * Sign test, exact and two-sided: how likely a fair coin is at least as one-sided as this.
 *
 * @param wins and losses; ties count for neither
 */
export function signTest(wins: number, losses: number): number {
  const throws = wins + losses;
  let logarithm = -throws * Math.LN2;
  let tail = 0;
  for (let heads = 0; heads <= Math.min(wins, losses); heads++) {
    tail += Math.exp(logarithm);
    logarithm += Math.log((throws - heads) / (heads + 1));
  }
  return Math.min(1, 2 * tail);
}
