/** An operation in the reference: what it does, how it is called, its fields, its answer, its errors. */

import { errorPlace } from '../map/reference-pages.ts';
import { referenceSamples } from './client-samples.ts';
import { answerFields, codesOf, headerPlace, headersOf, type Placed, refusalsOf, requestFields } from './described.ts';
import type { ShownAnswer, ShownDocument, ShownOperation } from './openapi-shape.ts';
import { Samples } from './samples.tsx';
import { Definitions, Text } from './text.tsx';

/** In a column of its own beside the rest are the samples, where there is room. */
export function OperationArticle({ method, path, operation, document }: Placed & { readonly document: ShownDocument }) {
  const { operationId, summary, description } = operation;
  return (
    <article class="operation" aria-labelledby={operationId}>
      <div class="what">
        <h2 id={operationId}>
          <a href={`#${operationId}`}>{summary}</a>
        </h2>
        <p class="call">
          <code>
            <b>{method}</b> {path}
          </code>
        </p>
        <Text markdown={description} />
      </div>
      <Samples id={operationId} of={referenceSamples(operation, document.servers[0].url)} />
      <div class="fields">
        <Request operation={operation} document={document} />
        <h3>Answer 200</h3>
        <Answer operation={operation} document={document} />
        <h3>Errors</h3>
        <p class="note">An error costs no credit.</p>
        <dl class="refusals">
          {refusalsOf(operation).map(([status, refusal]) => (
            <>
              <dt>{status}</dt>
              <dd>
                <Codes of={refusal} />
              </dd>
            </>
          ))}
        </dl>
      </div>
    </article>
  );
}

interface DescribedOperation {
  readonly operation: ShownOperation;
  readonly document: ShownDocument;
}

function Request({ operation, document }: DescribedOperation) {
  const { operationId, requestBody, parameters = [] } = operation;
  const types = Object.keys(requestBody?.content ?? {});
  const headers = parameters.map(({ name, description }) => ({
    name,
    anchor: `${operationId}.${name.toLowerCase()}`,
    note: 'optional header',
    markdown: description,
  }));
  if (types.length + headers.length === 0) return null;
  return (
    <>
      <h3>Request</h3>
      {types.length > 0 ? (
        <p>
          {types.map((type, index) => (
            <>
              {index > 0 ? ', ' : ''}
              <code>{type}</code>
            </>
          ))}
        </p>
      ) : null}
      <Definitions of={[...requestFields(operation, document), ...headers]} />
    </>
  );
}

function Answer({ operation, document }: DescribedOperation) {
  const answer = operation.responses[200];
  const [type] = Object.keys(answer.content ?? {});
  const fields = answerFields(operation, document);
  return (
    <>
      <Text markdown={`${answer.description} \`${type}\``} />
      {fields.length > 0 ? <Definitions of={fields} /> : null}
      <p class="places">
        Headers:{' '}
        {headersOf(answer).map((name) => (
          <a href={headerPlace(name)}>
            <code>{name}</code>
          </a>
        ))}
      </p>
    </>
  );
}

/** Every code of a status, with the word for it in the body where that has one of its own. */
function Codes({ of }: { readonly of: ShownAnswer }) {
  return (
    <>
      {codesOf(of).map(({ code, word }) => (
        <span>
          <a href={errorPlace(code)}>
            <code>{code}</code>
          </a>
          {word === null ? null : (
            <>
              {' '}
              as <code>{word}</code>
            </>
          )}
        </span>
      ))}
    </>
  );
}
