/** Parameters of header fields: RFC 2045 section 5.1, over RFC 822 section 3, as clients actually write them. */

/** Quoted text, or a comment, which may be where white space may be. Without its end it goes on to that of the field. */
const quotedOrComment = /"(?:[^"\\]|\\.)*"?|(?<=^|[\s;])\((?:[^()\\]|\\.)*\)?/gs;
/** A parameter with its value, quoted or not, and all else up to the next one. */
const parameter = /;\s*(?:([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*)))?[^;]*/sy;

/**
 * The parameters of a field, by their names in lower case, in any order. Quoted text may look like another parameter; of
 * two with one name the first counts.
 * @param field its text on one line
 */
export function headerParameters(field: string): ReadonlyMap<string, string> {
  const text = field.replace(quotedOrComment, (found) => (found.startsWith('"') ? found : ' '));
  const found = new Map<string, string>();
  parameter.lastIndex = text.indexOf(';');
  if (parameter.lastIndex < 0) return found;
  for (let match = parameter.exec(text); match; match = parameter.exec(text)) {
    const [, name, quoted, plain = ''] = match;
    const key = name?.toLowerCase();
    if (key && !found.has(key)) found.set(key, quoted?.replace(/\\(.)/gs, '$1') ?? plain);
  }
  return found;
}

/** The fields of a header block, each on one line: RFC 822 section 3.1.1. */
export function unfoldedFields(block: string): string[] {
  return block.replace(/\r\n(?=[ \t])/g, '').split('\r\n');
}
