/** What became of a picture, for tests of answers. */
import type { AnswerHeaders, Members, Outcome } from '../answers.ts';

/** A picture of 6000 × 10 pixels, with nothing known but its size. */
export function outcomeWith(changes: Partial<Outcome> = {}): Outcome {
  return {
    encoded: new ReadableStream(),
    shadowPng: null,
    subjectFound: true,
    isVehicle: false,
    isCutByColour: false,
    refined: true,
    uncertainty: 0.021,
    lookFirst: null,
    model: 'isnet-general@3f0c9a51e7d2',
    imageType: null,
    view: null,
    inputPx: [6000, 10],
    processedPx: [5000, 8],
    wasDownscaled: true,
    output: null,
    subject: null,
    ...changes,
  };
}

/** Headers as they would be sent; those that are left out are undefined. */
export function headersOf<Task>(headers: AnswerHeaders<Task>, outcome: Outcome, task: Task) {
  return Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, header.of(outcome, task)]));
}

/** Members by name as JSON would hold them. */
export function jsonOf<Source, Task>(members: Members<Source, Task>, source: Source, task: Task): unknown {
  const values = Object.entries(members).map(([name, member]) => [name, member.of(source, task)]);
  return JSON.parse(JSON.stringify(Object.fromEntries(values)));
}
