/** What the page at `/` holds. What it does is its script's; without one it says where to go. */
import { keptOfPhotos } from '../../../contract/kept-of-photos.ts';
import { OptionControl, pictureFiles, Segments } from './controls.tsx';
import { FinishControls } from './finish.tsx';
import { answerNames, fieldsOf, type Kind, kinds } from './kinds.ts';
import { Result } from './result.tsx';
import { Demonstration, SampleChoice, SampleCredits } from './samples.tsx';

/** Photo, call and result, and what to know. */
export function Studio() {
  return (
    <>
      <h1>Remove the background</h1>
      <p class="lead">
        Soft, clean edges from one photo. Free to try, then <a href="/prices">one credit</a> a picture.
      </p>
      <noscript>
        <p class="notice">
          This page needs JavaScript. The API works without it: <a href="/docs/guide">read the guide</a>.
        </p>
      </noscript>
      <div class="studio" id="studio">
        <Segments
          legend="What to see"
          name="seen"
          values={[
            ['picture', 'Picture'],
            ['code', 'Code'],
          ]}
          chosen="picture"
          id="seen"
        />
        <section class="work" id="work" aria-label="Photo">
          <WaysIn />
          <p class="status" id="status" role="status"></p>
          <section class="notice failed" id="failure" role="alert" hidden>
            <p id="failure-text"></p>
            <p id="failure-advice"></p>
            <p class="note" id="failure-origin"></p>
            <div class="row">
              <button class="small" type="button" id="retry">
                Try again
              </button>
              <a class="button small" href="/sign-up" id="failure-sign-up">
                Sign up for free
              </a>
            </div>
          </section>
          <Result />
        </section>
        <Code />
        <CallForm />
        <Reasons />
      </div>
    </>
  );
}

/** Every way to give a photo, beside what comes out. */
function WaysIn() {
  return (
    <div class="drop" id="drop">
      <Demonstration />
      <div class="ways-in">
        <input class="apart" type="file" id="photo" accept={pictureFiles} aria-describedby="photo-note" />
        <label class="button" for="photo">
          Choose a photo
        </label>
        <p class="ways">or drop one anywhere on this page, or paste one</p>
        <p class="note" id="photo-note">
          JPEG, PNG, WebP, AVIF, HEIC, TIFF, BMP or GIF, at most 20 MB
        </p>
        <AddressForm />
        <SampleChoice />
        <SampleCredits />
      </div>
    </div>
  );
}

/** The call that the form asks for, in three languages. */
function Code() {
  return (
    <section class="code" id="code-pane" aria-label="The same call from your code" hidden>
      <div class="row">
        <Segments
          legend="Language"
          name="language"
          values={[
            ['Shell', 'curl'],
            ['JavaScript', 'TypeScript'],
            ['Python', 'Python'],
          ]}
          chosen="Shell"
        />
        <button class="quiet small" type="button" data-copy="code" hidden>
          Copy
        </button>
      </div>
      <pre id="code"></pre>
    </section>
  );
}

/** The photo by its public address, for those for whom addresses are fetched. */
function AddressForm() {
  return (
    <form class="row by-address" id="by-address" hidden>
      <label for="address">Or by its address</label>
      <input
        class="wide"
        id="address"
        type="url"
        maxlength={2048}
        placeholder="https://images.example.com/photo.jpg"
        required
      />
      <button class="small quiet" type="submit">
        Fetch
      </button>
    </form>
  );
}

/** What is sent beside the photo, and who pays for it. */
function CallForm() {
  return (
    <form class="card panel" id="call" aria-label="The call">
      <Segments
        legend="What to make"
        name="kind"
        values={kinds.map(({ name, label }) => [name, label])}
        chosen={kinds[0].name}
        id="kinds"
      />
      <FinishControls />
      <details>
        <summary>API options</summary>
        {kinds.map((kind, index) => (
          <KindFields kind={kind} isChosen={index === 0} />
        ))}
      </details>
      <div id="payment" class="payment">
        <p class="note" id="payment-note">
          {' '}
        </p>
      </div>
      <button type="submit" id="run" disabled>
        Run
      </button>
    </form>
  );
}

/** The options of a kind that few need, as the API has them. */
function KindFields({ kind, isChosen }: { readonly kind: Kind; readonly isChosen: boolean }) {
  const encodings = kind.operations.map(({ encoding }) => [encoding, answerNames[encoding]] as const);
  return (
    <fieldset class="options" data-kind={kind.name} hidden={!isChosen}>
      <legend class="apart">{kind.label}</legend>
      {fieldsOf(kind)
        .filter(({ hasOwnControl }) => !hasOwnControl)
        .map((field) => (
          <OptionControl field={field} kind={kind.name} />
        ))}
      <Segments
        legend="Answer"
        name={`${kind.name}.encoding`}
        values={encodings}
        chosen={encodings[0][0]}
        isTitled={true}
      />
    </fieldset>
  );
}

function Reasons() {
  return (
    <section class="reasons" aria-label="What to know">
      <div>
        <h2>One call, one picture</h2>
        <p>
          A photo goes out with a key, a PNG of the same size comes back. There is nothing to set up and nothing to
          poll. <a href="/docs/guide">Quick start</a>
        </p>
      </div>
      <div>
        <h2>Paid by success alone</h2>
        <p>
          One credit for each picture that is answered. Errors cost nothing. A call that you cancel may be charged;
          running the same photo with the same options again within 24 hours then costs nothing.{' '}
          <a href="/prices">Prices</a>
        </p>
      </div>
      <div>
        <h2>Processed and forgotten</h2>
        <p>
          {keptOfPhotos} <a href="/privacy">Privacy</a>
        </p>
      </div>
    </section>
  );
}
