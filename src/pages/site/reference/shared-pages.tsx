/** The pages of headers and of error codes, which operations lead to. */
import { guidePath } from '../map/guide-pages.ts';
import { errorPlace } from '../map/reference-pages.ts';
import { type Group, type Placed, placeOf } from './described.ts';
import type { ShownDocument } from './openapi-shape.ts';
import { answerHeaders, errorsOf, requestHeaders, type SharedError, type SharedHeader } from './shared.ts';
import { Line } from './text.tsx';

/** `/docs/reference/headers` */
export function Headers({ groups, document }: { readonly groups: readonly Group[]; readonly document: ShownDocument }) {
  return (
    <>
      <p class="lead">What a request may carry beside its body, and what an answer says beside its own.</p>
      <h2 id="of-requests">Of requests</h2>
      <HeaderList of={requestHeaders(groups)} before="request-" groups={groups} />
      <h2 id="of-answers">Of answers</h2>
      <HeaderList of={answerHeaders(groups, document)} before="" groups={groups} />
    </>
  );
}

interface HeaderListProps {
  readonly of: readonly SharedHeader[];
  /** In front of each name, in its anchor. */
  readonly before: string;
  readonly groups: readonly Group[];
}

function HeaderList({ of, before, groups }: HeaderListProps) {
  return (
    <dl class="members">
      {of.map(({ name, markdown, operations }) => {
        const anchor = before + name.toLowerCase();
        return (
          <div id={anchor}>
            <dt>
              <a href={`#${anchor}`}>
                <code>{name}</code>
              </a>
            </dt>
            <dd>
              <Line markdown={markdown} />
              <Places of={operations} groups={groups} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** `/docs/reference/errors` */
export function Errors({ groups }: { readonly groups: readonly Group[] }) {
  return (
    <>
      <p class="lead">
        <a href="/docs/reference/headers#x-error-code">
          <code>X-Error-Code</code>
        </a>{' '}
        names the reason for programs. An error costs no credit: <a href="/docs/failed-calls">what each costs</a>.
      </p>
      {errorsOf(groups).map((error) => (
        <ErrorCode {...error} groups={groups} />
      ))}
    </>
  );
}

function ErrorCode({
  code,
  statuses,
  meanings,
  example,
  operations,
  groups,
}: SharedError & { readonly groups: readonly Group[] }) {
  const anchor = code.toLowerCase();
  return (
    <section class="error-code" aria-labelledby={anchor}>
      <h2 id={anchor}>
        <a href={errorPlace(code)}>
          <code>{code}</code>
        </a>{' '}
        <span class="note">{statuses.join(', ')}</span>
      </h2>
      {meanings.length === 1 ? (
        <p>
          <Line markdown={`${meanings[0]}.`} />
        </p>
      ) : (
        <ul>
          {meanings.map((meaning) => (
            <li>
              <Line markdown={`${meaning}.`} />
            </li>
          ))}
        </ul>
      )}
      <pre tabindex={0}>
        <code>{JSON.stringify(example, null, 2)}</code>
      </pre>
      <p>
        <a href={`${guidePath('errors')}#${anchor}`}>What to do about it</a>
      </p>
      <Places of={operations} groups={groups} />
    </section>
  );
}

/** Links to the operations that have it; all are not listed one by one. */
function Places({ of, groups }: { readonly of: readonly Placed[]; readonly groups: readonly Group[] }) {
  const all = groups.flatMap(({ page, operations }) => operations.map((placed) => ({ page, placed })));
  if (of.length === 0) return null;
  if (of.length === all.length) return <p class="places">Every operation</p>;
  return (
    <p class="places">
      {all
        .filter(({ placed }) => of.includes(placed))
        .map(({ page, placed: { operation } }) => (
          <a href={placeOf(page, operation.operationId)}>{operation.operationId}</a>
        ))}
    </p>
  );
}
