/** The page at `/`. */
import { Page, type Visitor } from '../layout/layout.tsx';
import { surroundingsOf } from '../map/page-lists.ts';
import { Studio } from './studio.tsx';

export interface PlaygroundProps {
  /** Its own. */
  readonly address: string;
  readonly visitor: Visitor | null;
  /** The key that `npm start` made for this machine, on this machine alone; null elsewhere. */
  readonly demoKey: string | null;
  /** Whether this deployment takes the calls of clients of remove.bg. */
  readonly removebg: boolean;
}

const description =
  'Try it with a photo of your own, without signing up: background removal, alpha mattes and car cutouts, as a page and as an HTTP API.';

/** The playground. */
export function Playground({ address, visitor, demoKey, removebg }: PlaygroundProps) {
  return (
    <Page
      title="Edgematte: background removal as an API"
      description={description}
      address={address}
      visitor={visitor}
      {...surroundingsOf('public', '/')}
      head={demoKey ? <meta name="demo-key" content={demoKey} /> : null}
    >
      {removebg ? <FromElsewhere /> : null}
      <Studio />
    </Page>
  );
}

/** For those whose calls have to go somewhere else soon. */
function FromElsewhere() {
  return (
    <p class="strip">
      Coming from remove.bg? Its self-serve API ends on 1 December 2026:{' '}
      <a href="/docs/guide/from-removebg">change one address</a>.
    </p>
  );
}
