/** The reference as HTML, made when the site is built. Runs in Node. */
import { raw } from 'hono/html';
import { Marked } from 'marked';
import { anchorOf } from '../documents/places.ts';
import type { ShownAnswer, ShownDocument, ShownOperation, ShownSchema } from './openapi-shape.ts';

interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: ShownOperation;
}

const marked = new Marked();

/**
 * The inside of the page `/docs`.
 * @param document the service's own OpenAPI document
 */
export function referenceHtml(document: ShownDocument): string {
  const placed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = document.tags.map((tag) => ({
    tag,
    of: placed.filter(({ operation }) => operation.tags[0] === tag.name),
  }));
  const page = (
    <div class="beside">
      <nav class="contents" aria-label="Reference">
        <a href="#introduction">Introduction</a>
        {groups.map(({ tag, of }) => (
          <>
            <a class="group" href={`#${anchorOf(tag.name)}`}>
              {tag.name}
            </a>
            {of.map(({ operation }) => (
              <a href={`#${operation.operationId}`}>
                <code>{operation.operationId}</code>
              </a>
            ))}
          </>
        ))}
      </nav>
      <div class="text reference">
        <h1 id="introduction">API reference</h1>
        <p class="note">
          Interface version {document.info.version}. The same for programs: <a href="/openapi.json">openapi.json</a>.
          With explanations: <a href="/docs/guide">the guide</a>. Of failures:{' '}
          <a href="/docs/failed-calls">what each costs</a>.
        </p>
        <Text markdown={document.info.description} />
        {groups.map(({ tag, of }) => (
          <section>
            <h2 id={anchorOf(tag.name)}>{tag.name}</h2>
            <Text markdown={tag.description} />
            {of.map((each) => (
              <Operation {...each} document={document} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
  return page.toString();
}

function Operation({ method, path, operation, document }: Placed & { readonly document: ShownDocument }) {
  const { operationId, summary, description, requestBody, responses, parameters = [] } = operation;
  const success = responses[200];
  const refusals = Object.entries(responses).filter(([status]) => status !== '200');
  return (
    <article class="operation" aria-labelledby={operationId}>
      <h3 id={operationId}>{summary}</h3>
      <p class="call">
        <code>
          <b>{method}</b> {path}
        </code>
      </p>
      <Text markdown={description} />
      <div class="samples">
        {operation['x-codeSamples'].map(({ lang, source }, index) => (
          <details name={`samples-${operationId}`} open={index === 0}>
            <summary>{lang === 'Shell' ? 'curl' : lang}</summary>
            <Sample id={`${operationId}-${index}`} source={source} />
          </details>
        ))}
      </div>
      {requestBody
        ? Object.entries(requestBody.content).map(([type, { schema }]) => (
            <>
              <h4>
                Request, <code>{type}</code>
              </h4>
              <Members of={resolved(schema, document)} document={document} isRequest />
            </>
          ))
        : null}
      {parameters.length > 0 ? <h4>Request headers</h4> : null}
      {parameters.length > 0 ? (
        <Definitions
          pairs={parameters.map(({ name, description: text }) => ({ name, note: 'optional', markdown: text }))}
        />
      ) : null}
      <h4>Answer 200</h4>
      <Answer answer={success} document={document} />
      <h4>Errors</h4>
      <div class="refusals">
        {refusals.map(([status, refusal]) => (
          <Refusals status={status} refusal={refusal} />
        ))}
      </div>
    </article>
  );
}

function Answer({ answer, document }: { readonly answer: ShownAnswer; readonly document: ShownDocument }) {
  const [[type, { schema }]] = Object.entries(answer.content ?? {});
  const headers = Object.entries(answer.headers ?? {}).map(([name, { $ref }]) => ({
    name,
    note: '',
    markdown: document.components.headers[lastPart($ref)].description,
  }));
  return (
    <>
      <Text markdown={`${answer.description} \`${type}\``} />
      {type === 'application/json' ? <Members of={resolved(schema, document)} document={document} /> : null}
      <details>
        <summary>Headers of the answer</summary>
        <Definitions pairs={headers} />
      </details>
    </>
  );
}

/** Every code of a status, with an example. */
function Refusals({ status, refusal }: { readonly status: string; readonly refusal: ShownAnswer }) {
  const [content] = Object.values(refusal.content ?? {});
  const examples = Object.entries(content?.examples ?? {});
  const codes = [...new Set(examples.map(([name]) => name.replace(/_\d+$/, '')))];
  return (
    <details>
      <summary>
        {status} <span class="codes">{codes.map((code) => code).join(', ')}</span>
      </summary>
      <Text markdown={refusal.description} />
      {examples.slice(0, 1).map(([, { value }]) => (
        <pre tabindex={0}>
          <code>{JSON.stringify(value, null, 2)}</code>
        </pre>
      ))}
      <p>
        {codes.map((code) => (
          <a class="what" href={`/docs/guide/errors#${code.toLowerCase()}`}>
            What to do about {code}
          </a>
        ))}
      </p>
    </details>
  );
}

/** The members of an object; members of a member follow it with its name in front. */
function Members({
  of,
  document,
  isRequest = false,
}: {
  readonly of: ShownSchema;
  readonly document: ShownDocument;
  readonly isRequest?: boolean;
}) {
  const pairs = membersOf(of, document, '').map(({ name, schema, isRequired }) => {
    const values = (schema.enum ?? []).filter((value) => value !== null).map((value) => `\`${value}\``);
    const notes = [
      typeOf(schema),
      isRequest || isRequired ? '' : 'may be absent',
      schema.deprecated ? 'deprecated' : '',
      schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
    ];
    const allowed = values.length > 0 ? ` One of ${values.join(', ')}.` : '';
    return { name, note: notes.filter(Boolean).join(', '), markdown: `${schema.description ?? ''}${allowed}` };
  });
  return <Definitions pairs={pairs} />;
}

interface Member {
  readonly name: string;
  readonly schema: ShownSchema;
  readonly isRequired: boolean;
}

function membersOf(object: ShownSchema, document: ShownDocument, before: string): Member[] {
  return Object.entries(object.properties ?? {}).flatMap(([name, given]) => {
    const schema = resolved(given, document);
    const member = { name: before + name, schema, isRequired: object.required?.includes(name) ?? false };
    return [member, ...membersOf(schema, document, `${before}${name}.`)];
  });
}

function Definitions({
  pairs,
}: {
  readonly pairs: readonly { readonly name: string; readonly note: string; readonly markdown: string }[];
}) {
  return (
    <dl class="members">
      {pairs.map(({ name, note, markdown }) => (
        <div>
          <dt>
            <code>{name}</code> <span class="note">{note}</span>
          </dt>
          <dd>{raw(marked.parseInline(markdown, { async: false }))}</dd>
        </div>
      ))}
    </dl>
  );
}

function Sample({ id, source }: { readonly id: string; readonly source: string }) {
  return (
    <div class="sample">
      <button type="button" class="quiet small" data-copy={id} hidden>
        Copy
      </button>
      <pre id={id} tabindex={0}>
        <code>{source}</code>
      </pre>
    </div>
  );
}

/** Headings of a text within the page are below its own. */
function Text({ markdown }: { readonly markdown: string }) {
  return raw(marked.parse(markdown.replaceAll('`x-beyond-contract`', '*beyond the contract*'), { async: false }));
}

function resolved(schema: ShownSchema, document: ShownDocument): ShownSchema {
  return schema.$ref ? document.components.schemas[lastPart(schema.$ref)] : schema;
}

function typeOf({ type, format, contentMediaType, items }: ShownSchema): string {
  if (format === 'binary') return 'file';
  if (contentMediaType) return `Base64 of ${contentMediaType}`;
  if (type === 'array') return `list of ${items?.type ?? 'any'}`;
  const types = (typeof type === 'string' ? [type] : (type ?? [])).filter((each) => each !== 'null');
  // A boolean may be written as text, which its description says.
  return types.includes('boolean') ? 'boolean' : types.join(' or ');
}

function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
