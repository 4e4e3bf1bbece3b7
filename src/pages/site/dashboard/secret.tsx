/** The one time that a key is shown, with calls that work. */
import { removebgRoutes } from '../../../contract/openapi/removebg/paths.ts';
import { type CodeSample, codeSamples, uploadSamples } from '../../../contract/openapi/samples.ts';
import { processingOperations, type ScopeName } from '../../../contract/operations.ts';
import { imageFields } from '../../../contract/removebg/fields.ts';
import { Notice } from '../account/fields.tsx';
import type { ReferenceSample } from '../reference/client-samples.ts';
import { Samples } from '../reference/samples.tsx';
import type { OwnVisit } from '../visit/visit.tsx';
import { Dashboard } from './frame.tsx';

interface SecretProps {
  readonly visit: OwnVisit;
  readonly secret: string;
  readonly name: string;
  /** Null allows every operation. */
  readonly operations: readonly ScopeName[] | null;
  /** What became of the key that this one takes the place of. */
  readonly instead?: string;
}

/** What the languages of samples are called, in the order in which they are shown. */
const languages = { Shell: 'curl', JavaScript: 'TypeScript', Python: 'Python' } as const;

function inOrder(samples: readonly CodeSample[]): ReferenceSample[] {
  return Object.entries(languages).flatMap(([lang, language]) =>
    samples.filter((sample) => sample.lang === lang).map(({ source }) => ({ language, source })),
  );
}

interface CopiedProps {
  readonly id: string;
  readonly text: string;
  readonly label: string;
}

/** A text with a button that copies it, where scripts run. */
export function Copied({ id, text, label }: CopiedProps) {
  return (
    <div class="copied">
      <button type="button" class="quiet small" data-copy={id} hidden>
        {label}
      </button>
      <pre id={id}>{text}</pre>
    </div>
  );
}

/** The call that is pasted into a terminal, below a bar with the button that copies it. */
function FirstCall({ text }: { readonly text: string }) {
  return (
    <div class="samples">
      <div class="bar">
        <span>Shell</span>
        <button type="button" class="quiet small" data-copy="first" hidden>
          Copy call
        </button>
      </div>
      <pre id="first" tabindex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}

/** The page that shows it. */
export function SecretPage({ visit, secret, name, operations, instead }: SecretProps) {
  const { origin } = visit.setup;
  const { photo: own, samplesWith } = firstCallOf(operations, origin);
  const samples = samplesWith(own);
  // One of the photos that the playground offers, so that nothing has to be at hand.
  const photo = own === 'car.jpg' ? 'car.jpg' : 'portrait.jpg';
  const call = samplesWith(photo).find(({ lang }) => lang === 'Shell')?.source;
  return (
    <Dashboard visit={visit} title="Your new key" page="/dashboard/keys/created">
      <h1>Your new key</h1>
      {instead ? <Notice kind="plain">{instead}</Notice> : null}
      <div class="notice done">
        <p>
          <strong>{name}</strong> is ready. Copy it now: it is shown this once, and nobody can read it again.
        </p>
        <Copied id="secret" text={secret} label="Copy key" />
      </div>
      <h2>First call</h2>
      <p>Paste this into a terminal. It fetches a sample photo, sends it, and saves what comes back beside it.</p>
      <FirstCall text={`export EDGEMATTE_KEY=${secret}\ncurl -fO ${origin}/samples/${photo}\n${call}`} />
      <h2>In your program</h2>
      <p>
        Each reads the key from <code>EDGEMATTE_KEY</code>, and <code>{own}</code> from the folder that it runs in.
      </p>
      <Samples id="call" of={inOrder(samples)} />
      <p>
        <a class="button quiet" href="/dashboard/keys">
          I have copied it
        </a>
      </p>
    </Dashboard>
  );
}

interface PossibleCall {
  /** Name of the photo that its samples send. */
  readonly photo: string;
  /** The same with another photo. */
  readonly samplesWith: (photo: string) => readonly CodeSample[];
}

/** The first of the calls that a key may make. */
function firstCallOf(operations: SecretProps['operations'], origin: string): PossibleCall {
  const operation = processingOperations.find(({ name }) => operations?.includes(name) ?? true);
  if (operation) {
    const { path, photo } = operation;
    return { photo, samplesWith: (photo) => codeSamples(operation, `${origin}${path}`, { photo }) };
  }
  const url = `${origin}${removebgRoutes.picture.path}`;
  const samplesWith = (photo: string) => uploadSamples(url, imageFields.file, { size: 'auto' }, { photo });
  return { photo: 'photo.jpg', samplesWith };
}
