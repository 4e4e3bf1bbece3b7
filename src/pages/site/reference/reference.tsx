/** The reference as HTML, made when the site is built. Runs in Node. */
import type { Child } from 'hono/jsx';
import { anchorOf } from '../map/anchor.ts';
import { referencePages, referencePath } from '../map/reference-pages.ts';
import { Contents } from './contents.tsx';
import { type Group, groupsOf, placeOf } from './described.ts';
import type { ShownDocument } from './openapi-shape.ts';
import { OperationArticle } from './operation.tsx';
import { Errors, Headers } from './shared-pages.tsx';
import { Text } from './text.tsx';

/**
 * What is inside of each page of the reference.
 * @param document the service's own OpenAPI document
 * @returns HTML by the name of the page; that of the first page, `/docs`, is empty
 * @throws Error where a group of operations is on no page
 */
export function referenceHtml(document: ShownDocument): ReadonlyMap<string, string> {
  const groups = groupsOf(document);
  const content: Readonly<Record<'headers' | 'errors', Child>> = {
    headers: <Headers groups={groups} document={document} />,
    errors: <Errors groups={groups} />,
  };
  const pages: (readonly [string, Child])[] = [['', <Overview groups={groups} document={document} />]];
  for (const { name, title, tag } of referencePages) {
    const group = groups.find(({ page }) => page.tag === tag);
    const inside = tag === null ? content[name] : group && <Operations group={group} document={document} />;
    if (!inside) continue;
    pages.push([
      name,
      <>
        <h1>{title}</h1>
        {inside}
      </>,
    ]);
  }
  return new Map(
    pages.map(([name, inside]) => {
      const page = (
        <div class="beside">
          <Contents current={name} operations={operationsOf(groups, name)} />
          <div class="text reference">{inside}</div>
        </div>
      );
      return [name, page.toString()];
    }),
  );
}

/** Names of the operations that the page of that name shows. */
function operationsOf(groups: readonly Group[], name: string): readonly string[] {
  const group = groups.find(({ page }) => page.name === name);
  return (group?.operations ?? []).map(({ operation }) => operation.operationId);
}

interface Described {
  readonly document: ShownDocument;
}

/** Each operation has here the anchor that it had when the reference was one page, with a link to where it is now. */
function Overview({ groups, document }: Described & { readonly groups: readonly Group[] }) {
  return (
    <>
      <h1 id="introduction">API reference</h1>
      <p class="note">
        Interface version {document.info.version}. The same for programs: <a href="/openapi.json">openapi.json</a>. With
        explanations: <a href="/docs/guide">the guide</a>.
      </p>
      <div class="groups">
        {groups.map(({ page, operations }) => (
          <section class="card" aria-labelledby={anchorOf(page.title)}>
            <h2 id={anchorOf(page.title)}>
              <a href={referencePath(page.name)}>{page.title}</a>
            </h2>
            <ul>
              {operations.map(({ method, path, operation: { operationId, summary } }) => (
                <li id={operationId}>
                  <a href={placeOf(page, operationId)}>{summary}</a>
                  <code>
                    <b>{method}</b> {path}
                  </code>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Text markdown={document.info.description} />
    </>
  );
}

function Operations({ group, document }: Described & { readonly group: Group }) {
  return (
    <>
      <Text markdown={group.description} />
      {group.operations.map((placed) => (
        <OperationArticle {...placed} document={document} />
      ))}
    </>
  );
}
