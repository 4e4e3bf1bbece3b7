/**
 * The two streams of the Workers runtime that Node lacks, for tests of the edge that run in Node: a write is over when it
 * was read, and fails when the reader has left. Import it before what uses them.
 */

class Identity extends TransformStream<Uint8Array, Uint8Array> {
  constructor() {
    super({}, { highWaterMark: 0 }, { highWaterMark: 0 });
  }
}

Object.assign(globalThis, { IdentityTransformStream: Identity, FixedLengthStream: Identity });
