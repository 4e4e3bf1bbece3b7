/** What the index has of the reference. */

import { errorPlace, referencePath } from '../map/reference-pages.ts';
import { plain } from '../search/plain.ts';
import type { IndexEntry } from '../search/search.ts';
import { answerFields, groupsOf, headerPlace, placeOf, requestFields } from './described.ts';
import type { ShownDocument } from './openapi-shape.ts';
import { answerHeaders, errorsOf, requestHeaders } from './shared.ts';

/** Every operation, field, header and error code. */
export function referenceEntries(document: ShownDocument): readonly IndexEntry[] {
  const groups = groupsOf(document);
  const operations = groups.flatMap(({ page, operations: own }) =>
    own.flatMap(({ method, path, operation }): IndexEntry[] => {
      const { operationId, summary, description } = operation;
      const fields = [...requestFields(operation, document), ...answerFields(operation, document)];
      return [
        {
          kind: 'operation',
          title: operationId,
          of: summary,
          path: placeOf(page, operationId),
          text: plain(`${method} ${path} ${description}`),
        },
        ...fields.map(({ name, anchor, markdown }) => ({
          kind: 'field' as const,
          title: name,
          of: operationId,
          path: placeOf(page, anchor),
          text: plain(markdown),
        })),
      ];
    }),
  );
  const headers = [
    ...requestHeaders(groups).map(({ name, markdown }) => ({
      of: 'Headers of requests',
      name,
      path: `${referencePath('headers')}#request-${name.toLowerCase()}`,
      markdown,
    })),
    ...answerHeaders(groups, document).map(({ name, markdown }) => ({
      of: 'Headers of answers',
      name,
      path: headerPlace(name),
      markdown,
    })),
  ].map(({ of, name, path, markdown }) => ({ kind: 'header' as const, title: name, of, path, text: plain(markdown) }));
  const errors = errorsOf(groups).map(({ code, statuses, meanings }) => ({
    kind: 'error' as const,
    title: code,
    of: statuses.join(', '),
    path: errorPlace(code),
    text: plain(meanings.join('. ')),
  }));
  return [...operations, ...headers, ...errors].sort(
    (one, other) => Number(one.kind === 'field') - Number(other.kind === 'field'),
  );
}
