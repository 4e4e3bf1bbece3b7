/** What is around every page of the dashboard: its entries, and the page itself. */
import type { Child } from 'hono/jsx';
import { Page } from '../layout.tsx';
import type { OwnVisit } from '../visit.tsx';
import { WalletNotices } from './notices.tsx';

const entries = [
  ['/dashboard', 'Overview'],
  ['/dashboard/keys', 'API keys'],
  ['/dashboard/credits', 'Credits'],
  ['/dashboard/usage', 'Usage'],
  ['/dashboard/billing', 'Billing'],
  ['/dashboard/account', 'Account'],
] as const;

/** Path of an entry of the dashboard. */
export type DashboardTab = (typeof entries)[number][0];

/** What a page of the dashboard says of itself. */
export interface DashboardProps {
  readonly visit: OwnVisit;
  /** Without the product's name. */
  readonly title: string;
  /** The entry that the page belongs to. */
  readonly tab: DashboardTab;
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  readonly children?: Child;
}

/** A whole page of the dashboard. It brings its own `h1`. */
export function Dashboard({ visit, title, tab, scripts, styles = [], children }: DashboardProps) {
  return (
    <Page title={title} visitor={visit.who} section="/dashboard" scripts={scripts} styles={['dashboard', ...styles]}>
      <nav class="tabs" aria-label="Dashboard">
        {entries.map(([path, name]) => (
          <a href={path} aria-current={path === tab ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <WalletNotices visit={visit} />
      {children}
    </Page>
  );
}
