/** Whether several services serve the same: one with other weights, or another version of the pipeline, makes other pictures. */

/** What an address says that it serves, by headers of its readiness. */
export interface Served {
  readonly weights: string;
  readonly pipeline: string;
}

/** Headers of readiness, both some hexadecimal digits. */
const weightsName = 'X-Weights';
const pipelineName = 'X-Pipeline';

/** What a service serves; null where it does not say, as other servers of the protocol do not. */
export function servedOf({ headers }: Response): Served | null {
  const [weights, pipeline] = [headers.get(weightsName) ?? '', headers.get(pipelineName) ?? ''];
  const isMark = (text: string) => /^[0-9a-f]{1,64}$/.test(text);
  return isMark(weights) && isMark(pipeline) ? { weights, pipeline } : null;
}

export interface Agreement {
  /** For each address whether it serves something else than most do. */
  readonly isOdd: readonly boolean[];
  /** Whether as many addresses serve one thing as another, so that nobody knows which is right. */
  readonly isTied: boolean;
}

/**
 * What most addresses serve is right.
 * @param served one for each address; null where an address does not say, which is never odd and counts for nothing
 */
export function agreementOf(served: readonly (Served | null)[]): Agreement {
  const words = served.map((each) => each && `${each.weights} ${each.pipeline}`);
  const counts = new Map<string, number>();
  for (const word of words) if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const right = [...counts].filter(([, count]) => count === most).map(([word]) => word);
  return {
    isOdd: words.map((word) => word !== null && !right.includes(word)),
    isTied: right.length > 1,
  };
}
