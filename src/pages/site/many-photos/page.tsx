/** What the page at `/many-photos` holds: for visitors what it is, for those who are signed in the work itself. */
import { Page, type Visitor } from '../layout/layout.tsx';
import { surroundingsOf } from '../map/page-lists.ts';
import { SettingsForm } from './settings-form.tsx';
import { Drawing, PhotosIn, Workplace } from './workplace.tsx';

export interface ManyPhotosProps {
  /** Its own. */
  readonly address: string;
  readonly visitor: Visitor | null;
}

const description =
  'Drop a folder of photos and get one ZIP of cutouts: the cost is shown first, and no photo is paid twice.';

/** The page. */
export function ManyPhotosPage({ address, visitor }: ManyPhotosProps) {
  return (
    <Page
      title="Many photos, one ZIP"
      description={description}
      address={address}
      visitor={visitor}
      {...surroundingsOf('public', '/many-photos')}
    >
      <h1>Many photos, one ZIP</h1>
      <p class="lead">Drop a folder, choose one setting for all, and get a ZIP of what was made.</p>
      {visitor ? (
        <>
          <noscript>
            <p class="notice">
              This page needs JavaScript. The API works without it: <a href="/docs/guide">read the guide</a>.
            </p>
          </noscript>
          <NeedsAccount isHidden={true} />
          <div class="many" id="many">
            <PhotosIn />
            <SettingsForm />
            <Workplace />
          </div>
        </>
      ) : (
        <>
          <NeedsAccount isHidden={false} />
          <Steps />
        </>
      )}
    </Page>
  );
}

/** The way in. It is shown too where a session has ended, which the script finds out. */
function NeedsAccount({ isHidden }: { readonly isHidden: boolean }) {
  return (
    <section class="card account-needed" id="account-needed" hidden={isHidden}>
      <Drawing />
      <div>
        <h2>It needs an account</h2>
        <p>
          Each photo is paid by the credits of your account. A single photo can be tried <a href="/">without one</a>.
        </p>
      </div>
      <p class="row">
        <a class="button" href="/sign-in?next=/many-photos">
          Sign in
        </a>
        <a class="button quiet" href="/sign-up">
          Sign up for free
        </a>
      </p>
    </section>
  );
}

function Steps() {
  return (
    <section class="cards" aria-label="How it works">
      <div class="card">
        <h2>Drop a folder</h2>
        <p>Up to 1,000 photos at once, under one setting: background, crop, shape, size and format.</p>
      </div>
      <div class="card">
        <h2>Know the cost first</h2>
        <p>
          One credit a photo, shown before anything is sent. What fails costs nothing, and what was paid is never paid
          again within 24 hours, even if the page is closed.
        </p>
      </div>
      <div class="card">
        <h2>Get one ZIP</h2>
        <p>Files keep their names. Results that a person should check are marked and shown first.</p>
      </div>
    </section>
  );
}
