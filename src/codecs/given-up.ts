/** What our decoders in C throw. */

/** The decoder gives the file up. Thrown through its own frames: the instance is of no use any more. */
export class GivenUp extends Error {
  /** By number in the C of the decoder. */
  readonly reason: number;

  constructor(reason: number, message: string) {
    super(message);
    this.name = 'GivenUp';
    this.reason = reason;
  }
}
