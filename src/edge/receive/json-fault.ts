/** Faults of a JSON text. */

/** The text is no JSON object, or is nested too deeply. */
export class JsonFault extends Error {
  /** What it has that JSON does not, for its author; null where nothing is sure. */
  readonly found: string | null;

  constructor(message: string, found: string | null = null) {
    super(message);
    this.found = found;
  }
}

/** The text has more members and array elements than it may have. */
export class TooManyMembers extends Error {}
