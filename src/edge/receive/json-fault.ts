/** Faults of a JSON text. */

/** The text is no JSON object, or is nested too deeply. */
export class JsonFault extends Error {}

/** The text has more members and array elements than it may have. */
export class TooManyMembers extends Error {}
