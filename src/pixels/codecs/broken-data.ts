/** What an answer says of a file that its decoder gives up. */

/** @param formatName as people write it */
export function brokenData(formatName: string): string {
  return `The ${formatName} data is broken or incomplete; please send the original file`;
}
