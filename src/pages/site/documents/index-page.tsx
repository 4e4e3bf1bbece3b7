/** `/docs/index`: every place in the documentation, or what a search finds. */
import { Contents } from '../reference/contents.tsx';
import { entryKinds, found, type IndexEntry } from '../search/search.ts';

interface IndexProps {
  readonly entries: readonly IndexEntry[];
  /** What is searched for; all is listed where it is left out. */
  readonly query?: string;
}

/** What the page shows between header and footer. */
export function DocumentationIndex({ entries, query }: IndexProps) {
  return (
    <div class="beside">
      <Contents current="index" query={query} />
      <div class="text reference">
        {query === undefined ? (
          <>
            <h1>Index</h1>
            <Everything entries={entries} />
          </>
        ) : (
          <Found entries={found(entries, query)} query={query} />
        )}
      </div>
    </div>
  );
}

const headings = {
  operation: 'Operations',
  field: 'Fields',
  header: 'Headers',
  error: 'Error codes',
  guide: 'Guide',
} as const satisfies Record<IndexEntry['kind'], string>;

function Everything({ entries }: { readonly entries: readonly IndexEntry[] }) {
  return (
    <>
      {entryKinds.map((kind) => (
        <section aria-labelledby={kind}>
          <h2 id={kind}>{headings[kind]}</h2>
          <dl class="index">
            {byTitle(kind, entries).map(([title, places]) => (
              <div>
                <dt>{title}</dt>
                <dd>
                  {places.map(({ of, path }) => (
                    <a href={path}>{of}</a>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

/** Entries of a kind that are called the same, such as a field of several operations; guides by their page. */
function byTitle(kind: IndexEntry['kind'], entries: readonly IndexEntry[]) {
  const places = new Map<string, { readonly of: string; readonly path: string }[]>();
  for (const { title, of, path } of entries.filter((entry) => entry.kind === kind)) {
    const [name, place] = kind === 'guide' ? [of, title] : [title, of];
    places.set(name, [...(places.get(name) ?? []), { of: place, path }]);
  }
  const all = [...places];
  return kind === 'field' ? all.sort(([one], [other]) => one.localeCompare(other, 'en')) : all;
}

function Found({ entries, query }: { readonly entries: readonly IndexEntry[]; readonly query: string }) {
  return (
    <>
      <h1>Found for “{query}”</h1>
      {entries.length === 0 ? (
        <p>
          Nothing has all of these words. Try fewer, or look through the <a href="/docs/index">index</a>.
        </p>
      ) : (
        <ul class="found">
          {entries.map(({ title, of, path, text }) => (
            <li>
              <a href={path}>{title}</a> <span class="note">{of}</span>
              <p>{text.length > 160 ? `${text.slice(0, 160)} …` : text}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
