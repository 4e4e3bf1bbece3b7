/** A message that breaks the protocol. The text says what is wrong with it and names no content. */
export class MessageFault extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MessageFault';
  }
}
