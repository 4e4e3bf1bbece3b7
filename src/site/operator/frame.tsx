/** What is around every page of an operator: its entries, and the page itself. */
import type { Child } from 'hono/jsx';
import { shownMinute } from '../dates.ts';
import { Page } from '../layout.tsx';
import type { OwnVisit } from '../visit.tsx';

const entries = [
  ['/operator', 'Accounts'],
  ['/operator/invitations', 'Invitations'],
  ['/operator/service', 'Service'],
  ['/operator/audit-log', 'Audit log'],
] as const;

export interface OperatorProps {
  readonly visit: OwnVisit;
  /** Without the product's name. */
  readonly title: string;
  /** The entry that the page belongs to. */
  readonly tab: (typeof entries)[number][0];
  readonly children?: Child;
}

/** A whole page of an operator. It brings its own `h1`. */
export function OperatorPage({ visit, title, tab, children }: OperatorProps) {
  return (
    <Page title={title} visitor={visit.who} section="/operator">
      <nav class="tabs" aria-label="Operator">
        {entries.map(([path, name]) => (
          <a href={path} aria-current={path === tab ? 'page' : undefined}>
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
