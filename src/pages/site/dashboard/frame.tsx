/** What is around every page of the dashboard: its tabs, and the page itself. */
import type { Child } from 'hono/jsx';
import { Page } from '../layout/layout.tsx';
import { type PathOf, surroundingsOf, tabsOf } from '../map/page-lists.ts';
import type { OwnVisit } from '../visit/visit.tsx';
import { WalletNotices } from './notices.tsx';

/** What a page of the dashboard says of itself. */
export interface DashboardProps {
  readonly visit: OwnVisit;
  /** Without the product's name. */
  readonly title: string;
  /** Its path in the list of pages, which has its tab and what it loads. */
  readonly page: PathOf<'dashboard'>;
  readonly children?: Child;
}

/** A whole page of the dashboard. It brings its own `h1`. */
export function Dashboard({ visit, title, page, children }: DashboardProps) {
  const { section, scripts, styles } = surroundingsOf('dashboard', page);
  return (
    <Page title={title} visitor={visit.who} section="/dashboard" scripts={scripts} styles={['dashboard', ...styles]}>
      <nav class="tabs" aria-label="Dashboard">
        {tabsOf('dashboard').map(([path, name]) => (
          <a href={path} aria-current={path === section ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <WalletNotices visit={visit} />
      {children}
    </Page>
  );
}
