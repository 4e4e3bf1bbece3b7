/** What operations share, gathered from all of them: headers and error codes. */
import { refusal } from '../../../contract/refusals.ts';
import { examplesOf, type Group, headerMeaning, type Placed, refusalsOf } from './described.ts';
import type { ShownDocument } from './openapi-shape.ts';

/** A header, and where it is sent. */
export interface SharedHeader {
  readonly name: string;
  readonly markdown: string;
  readonly operations: readonly Placed[];
}

/** An error code, and where it is answered. */
export interface SharedError {
  readonly code: string;
  /** From the operations, each once. */
  readonly statuses: readonly string[];
  readonly meanings: readonly string[];
  /** A body as the first operation answers it. */
  readonly example: unknown;
  readonly operations: readonly Placed[];
}

/** Headers that a request may carry, the key first. */
export function requestHeaders(groups: readonly Group[]): readonly SharedHeader[] {
  const key = {
    name: 'X-API-Key',
    markdown: 'The key. Every call needs it; keep it on your server.',
    operations: allOf(groups),
  };
  const headers = new Map<string, SharedHeader>();
  for (const placed of allOf(groups)) {
    for (const { name, description } of placed.operation.parameters ?? []) {
      const known = headers.get(name);
      headers.set(name, { name, markdown: description, operations: [...(known?.operations ?? []), placed] });
    }
  }
  return [key, ...headers.values()];
}

/** Headers that an answer may have, whatever its status, by name. */
export function answerHeaders(groups: readonly Group[], document: ShownDocument): readonly SharedHeader[] {
  const headers = new Map<string, SharedHeader>();
  for (const placed of allOf(groups)) {
    const own = new Map(
      Object.values(placed.operation.responses).flatMap(({ headers = {} }) => Object.entries(headers)),
    );
    for (const [name, reference] of own) {
      const known = headers.get(name);
      const markdown = known?.markdown ?? headerMeaning(reference, document);
      headers.set(name, { name, markdown, operations: [...(known?.operations ?? []), placed] });
    }
  }
  return [...headers.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Every error code, by status; an unknown path too, which is no operation's. */
export function errorsOf(groups: readonly Group[]): readonly SharedError[] {
  const { code, status, body } = refusal('NOT_FOUND');
  const errors = new Map<string, SharedError>([
    [code, { code, statuses: [String(status)], meanings: ['No such path'], example: body, operations: [] }],
  ]);
  for (const placed of allOf(groups)) {
    for (const [status, answer] of refusalsOf(placed.operation)) {
      for (const { code, summary, value } of examplesOf(answer)) {
        const known = errors.get(code);
        errors.set(code, {
          code,
          statuses: once([...(known?.statuses ?? []), status]),
          meanings: once([...(known?.meanings ?? []), summary]),
          example: known?.example ?? value,
          operations: once([...(known?.operations ?? []), placed]),
        });
      }
    }
  }
  return [...errors.values()].sort((one, other) => Number(one.statuses[0]) - Number(other.statuses[0]));
}

function allOf(groups: readonly Group[]): readonly Placed[] {
  return groups.flatMap(({ operations }) => operations);
}

function once<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)];
}
