/** The one time that a key is shown, with calls that work. */
import { removebgRoutes } from '../../contract/openapi/removebg/paths.ts';
import { type CodeSample, codeSamples, uploadSamples } from '../../contract/openapi/samples.ts';
import { processingOperations, type ScopeName } from '../../contract/operations.ts';
import { imageFields } from '../../contract/removebg/fields.ts';
import { Notice } from '../account/fields.tsx';
import type { OwnVisit } from '../visit.tsx';
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

const languages = { Shell: 'curl', JavaScript: 'TypeScript', Python: 'Python' } as const;

interface CopiedProps {
  readonly id: string;
  readonly text: string;
  readonly label: string;
  /** Whether its lines stay lines. */
  readonly isCode?: boolean;
}

/** A text with a button that copies it, where scripts run. */
export function Copied({ id, text, label, isCode = false }: CopiedProps) {
  return (
    <div class="copied">
      <button type="button" class="quiet small" data-copy={id} hidden>
        {label}
      </button>
      <pre id={id} class={isCode ? 'code' : undefined} tabindex={isCode ? 0 : undefined}>
        {text}
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
  const order = ['Shell', 'JavaScript', 'Python'] as const;
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
      <Copied
        id="first"
        text={`export EDGEMATTE_KEY=${secret}\ncurl -fO ${origin}/samples/${photo}\n${call}`}
        label="Copy call"
        isCode
      />
      <h2>In your program</h2>
      <p>
        Each reads the key from <code>EDGEMATTE_KEY</code>, and <code>{own}</code> from the folder that it runs in.
      </p>
      {order.flatMap((language) => {
        const sample = samples.find(({ lang }) => lang === language);
        return sample
          ? [<h3>{languages[language]}</h3>, <Copied id={language} text={sample.source} label="Copy" isCode />]
          : [];
      })}
      <p>
        <a class="button quiet" href="/dashboard/keys">
          I have copied it
        </a>
      </p>
    </Dashboard>
  );
}

interface FirstCall {
  /** Name of the photo that its samples send. */
  readonly photo: string;
  /** The same with another photo. */
  readonly samplesWith: (photo: string) => readonly CodeSample[];
}

/** The first of the calls that a key may make. */
function firstCallOf(operations: SecretProps['operations'], origin: string): FirstCall {
  const operation = processingOperations.find(({ name }) => operations?.includes(name) ?? true);
  if (operation) {
    const { path, photo } = operation;
    return { photo, samplesWith: (photo) => codeSamples(operation, `${origin}${path}`, { photo }) };
  }
  const url = `${origin}${removebgRoutes.picture.path}`;
  const samplesWith = (photo: string) => uploadSamples(url, imageFields.file, { size: 'auto' }, { photo });
  return { photo: 'photo.jpg', samplesWith };
}
