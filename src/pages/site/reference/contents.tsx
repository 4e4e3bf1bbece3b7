/** The list beside each page of the reference. */

import { referencePages, referencePath } from '../map/reference-pages.ts';
import { SearchForm } from '../search/search-form.tsx';

export interface ContentsProps {
  /** Name of the page that is shown: empty for `/docs`, otherwise the last part of its path. */
  readonly current: string;
  /** Names of the operations that it shows. */
  readonly operations?: readonly string[];
  /** What was searched for. */
  readonly query?: string;
}

/** All pages, and of the one that is shown its operations. */
export function Contents({ current, operations = [], query }: ContentsProps) {
  const mark = (name: string) => (name === current ? 'page' : undefined);
  return (
    <div class="aside">
      <SearchForm query={query} />
      <nav class="contents" aria-label="Reference">
        <a href="/docs" aria-current={mark('')}>
          Overview
        </a>
        {referencePages.map(({ name, title }) => (
          <>
            <a href={referencePath(name)} aria-current={mark(name)}>
              {title}
            </a>
            {name === current
              ? operations.map((operation) => (
                  <a class="inner" href={`#${operation}`}>
                    {operation}
                  </a>
                ))
              : null}
          </>
        ))}
        <a href="/docs/failed-calls" aria-current={mark('failed-calls')}>
          Costs of failed calls
        </a>
        <a href="/docs/index" aria-current={mark('index')}>
          Index
        </a>
      </nav>
    </div>
  );
}
