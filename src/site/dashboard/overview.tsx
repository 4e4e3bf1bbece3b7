/** The first page of the dashboard. */
import type { OwnVisit } from '../visit.tsx';
import { Dashboard } from './frame.tsx';

/** What one sees after signing in. */
export function OverviewPage({ visit }: { readonly visit: OwnVisit }) {
  return (
    <Dashboard visit={visit} title="Dashboard" tab="/dashboard">
      <h1>Dashboard</h1>
    </Dashboard>
  );
}
