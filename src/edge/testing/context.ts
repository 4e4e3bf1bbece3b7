/** A request's context that a test has to itself. */

/**
 * Makes one.
 * @param exports entrypoints of the Worker, by name
 * @returns also what goes on behind the answer, for the test to wait for
 */
export function ownContext(exports: object = {}) {
  const behind: Promise<unknown>[] = [];
  const made = {
    waitUntil: (work: Promise<unknown>) => behind.push(work),
    passThroughOnException() {},
    props: {},
    exports,
  };
  return { context: made as unknown as ExecutionContext, behind };
}
