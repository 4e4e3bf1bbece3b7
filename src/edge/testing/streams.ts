/**
 * The two streams of the Workers runtime that Node lacks, for tests in Node: a write ends when it was read, and fails when the
 * reader has left. Import it before the code that uses them.
 */

class Identity extends TransformStream<Uint8Array, Uint8Array> {
  constructor() {
    super({}, { highWaterMark: 0 }, { highWaterMark: 0 });
  }
}

Object.assign(globalThis, { IdentityTransformStream: Identity, FixedLengthStream: Identity });
