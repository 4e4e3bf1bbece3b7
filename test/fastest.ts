/**
 * How long something takes, by a clock that also counts what the machine does besides: the shortest of up to three
 * times. One within the limit is enough; what is too slow by itself is so every time.
 * @param measure does it once and says how long it took, in the unit of the limit
 */
export async function fastest(limit: number, measure: () => Promise<number>): Promise<number> {
  let shortest = await measure();
  for (let again = 0; again < 2 && shortest >= limit; again++) shortest = Math.min(shortest, await measure());
  return shortest;
}
