/** What a person gives: the photo itself, or its public address, from which the service fetches it. */

export type Given = File | URL;

/** How it is called, for people and for files of its results. */
export function nameOf(given: Given): string {
  if (given instanceof File) return given.name;
  const last = given.pathname.slice(given.pathname.lastIndexOf('/') + 1);
  return last === '' ? given.hostname : decoded(last);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
