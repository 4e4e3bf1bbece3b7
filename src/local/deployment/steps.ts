/** The order in which Workers are uploaded, so that no call finds nobody. Nothing is read or written here. */
import type { Configuration, WorkerName } from './merge.ts';

/** How a deployment changes beside its version. */
export const changes = ['first', 'add-pages', 'remove-pages'] as const;
export type DeploymentChange = (typeof changes)[number];

/** One step: a Worker is uploaded, or one no longer takes what the queue delivers, which waits there for days. */
export type DeploymentStep =
  | { readonly upload: WorkerName; readonly as: string; readonly configuration: Configuration }
  | { readonly noLongerTakes: string; readonly from: string };

/**
 * The steps of a deployment.
 * @param change null where the pages are a Worker of their own already, and stay so
 * @param entryWithPages the file that is the edge with the pages in it
 */
export function stepsOf(
  change: DeploymentChange | null,
  configurations: Readonly<Record<WorkerName, Configuration>>,
  entryWithPages: string,
): readonly DeploymentStep[] {
  const { edge, pages } = configurations;
  const upload = (name: WorkerName, as: string = name, configuration = configurations[name]): DeploymentStep => {
    return { upload: name, as, configuration };
  };
  const below = [upload('gateway'), upload('fetcher')];
  const inside = withPagesInside(edge, pages, entryWithPages);
  const whole = upload('edge', 'edge-with-pages', inside);
  const still = upload('pages', 'pages-without-queue', withoutQueue(pages));
  const takeQueueFrom = ({ name }: Configuration): DeploymentStep[] =>
    (pages.queues?.consumers ?? []).map(({ queue }) => ({ noLongerTakes: queue, from: name }));
  switch (change) {
    case null:
      // The pages ask the edge, which has what the new ones need by then.
      return [...below, upload('edge'), upload('pages')];
    case 'first':
      // Each of the two is bound to the other, so that one has to be there without it. Until the end pages are 503.
      return [...below, upload('edge', 'edge-without-pages', unbound(edge)), upload('pages'), upload('edge')];
    case 'add-pages':
      return [...below, whole, still, ...takeQueueFrom(edge), upload('edge'), upload('pages')];
    case 'remove-pages': {
      const { queues } = pages;
      const taking = upload('edge', 'edge-with-pages-and-queue', { ...inside, queues });
      return [...below, whole, still, ...takeQueueFrom(pages), taking];
    }
  }
}

function unbound(edge: Configuration): Configuration {
  return { ...edge, services: edge.services?.filter(({ binding }) => binding !== 'PAGES') };
}

/** The edge as it was before the pages left it. Who takes what the queue delivers is left as it is. */
function withPagesInside(edge: Configuration, { assets, vars }: Configuration, main: string): Configuration {
  return { ...unbound(edge), main, assets, vars: { ...vars, ...edge.vars } };
}

/** The pages as they can be there beside others that do the same. */
function withoutQueue(pages: Configuration): Configuration {
  return { ...pages, triggers: { crons: [] }, queues: pages.queues && { ...pages.queues, consumers: undefined } };
}
