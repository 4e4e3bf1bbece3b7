/** What is around every page of an operator: its tabs, and the page itself. */
import type { Child } from 'hono/jsx';
import { Page } from '../layout/layout.tsx';
import { type PathOf, surroundingsOf, tabsOf } from '../map/page-lists.ts';
import type { OwnVisit } from '../visit/visit.tsx';
import { shownMinute } from '../writing/dates.ts';

export interface OperatorProps {
  readonly visit: OwnVisit;
  /** Without the product's name. */
  readonly title: string;
  /** Its path in the list of pages, which has its tab and what it loads. */
  readonly page: PathOf<'operator'>;
  readonly children?: Child;
}

/** A whole page of an operator. It brings its own `h1`. */
export function OperatorPage({ visit, title, page, children }: OperatorProps) {
  const { section, scripts, styles } = surroundingsOf('operator', page);
  return (
    <Page title={title} visitor={visit.who} section="/operator" scripts={scripts} styles={styles}>
      <nav class="tabs" aria-label="Operator">
        {tabsOf('operator').map(([path, name]) => (
          <a href={path} aria-current={path === section ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      {children}
    </Page>
  );
}

/** A moment as people read it, to the minute. */
export function Moment({ ms }: { readonly ms: number }) {
  return <time datetime={new Date(ms).toISOString()}>{shownMinute(ms)}</time>;
}
