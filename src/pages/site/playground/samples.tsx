/** Photos with their finished cutouts: what the service does is seen before anything is given, and each can be tried. */

const smallSidePx = 72;
/** Of the pictures on phones, where the demonstration is half as wide. The build scales them. */
export const phoneWidthPx = 352;

interface Sample {
  readonly name: string;
  readonly shows: string;
  /** The kind of task that suits it. */
  readonly kind: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

export const samples: readonly Sample[] = [
  { name: 'pet', shows: 'A dog', kind: 'cutout', widthPx: 512, heightPx: 512 },
  { name: 'portrait', shows: 'A person', kind: 'cutout', widthPx: 512, heightPx: 512 },
  { name: 'product', shows: 'A product', kind: 'cutout', widthPx: 512, heightPx: 512 },
  { name: 'car', shows: 'A car', kind: 'car-cutout', widthPx: 900, heightPx: 599 },
];

/** Files in `samples/` that the demonstration shows. */
export const shownSamples = samples.flatMap(({ name }) => [`${name}.jpg`, `${name}-cutout.webp`]);

/** A finished before and after. The radio buttons of `SampleChoice` say which; the line is moved by the range upon it. */
export function Demonstration() {
  return (
    <figure class="demo" id="demo">
      {samples.map(({ name, shows, ...size }, index) => (
        <div class="pair" data-pair={name}>
          <Half file={`${name}.jpg`} alt={`${shows}, as photographed`} isFirst={index === 0} {...size} />
          <div class="cut">
            <Half
              file={`${name}-cutout.webp`}
              alt={`${shows}, without its background`}
              isFirst={index === 0}
              {...size}
            />
          </div>
          <div class="line" aria-hidden="true"></div>
        </div>
      ))}
      <input
        type="range"
        id="demo-split"
        min="0"
        max="100"
        value="50"
        step="1"
        aria-label="Sample, from before to after"
      />
    </figure>
  );
}

interface HalfProps extends Pick<Sample, 'widthPx' | 'heightPx'> {
  /** In `samples/`. */
  readonly file: string;
  readonly alt: string;
  /** Whether it is seen before anything is chosen. */
  readonly isFirst: boolean;
}

/** The photo, or its cutout. */
function Half({ file, widthPx, heightPx, alt, isFirst }: HalfProps) {
  const loading = isFirst ? { fetchpriority: 'high' } : ({ loading: 'lazy' } as const);
  return (
    <picture>
      <source media="(max-width: 44rem)" srcset={`/samples/${phoneFile(file)}`} />
      <img src={`/samples/${file}`} width={widthPx} height={heightPx} alt={alt} {...loading} />
    </picture>
  );
}

/** What a picture of the demonstration is called where it is made for phones. */
export function phoneFile(file: string): string {
  return file.replace(/\.\w+$/, '-phone.webp');
}

/** Which sample is shown, and the button that has it made. */
export function SampleChoice() {
  return (
    <fieldset class="samples" id="samples">
      <legend class="note">No photo at hand? Try one of these</legend>
      <div class="row">
        {samples.map(({ name, shows, kind }, index) => (
          <label class="sample" title={shows}>
            <input
              class="apart"
              type="radio"
              name="sample"
              value={name}
              checked={index === 0}
              data-sample={`/samples/${name}.jpg`}
              data-kind-of-sample={kind}
            />
            <img src={`/samples/${name}-small.jpg`} width={smallSidePx} height={smallSidePx} alt={shows} />
          </label>
        ))}
        <button class="quiet small" type="button" id="try-sample" disabled>
          Try it
        </button>
      </div>
    </fieldset>
  );
}

/** Whose photos they are. */
export function SampleCredits() {
  return (
    <p class="note credits">
      Sample photos: NASA; Pixabay; car by{' '}
      <a href="http://www.flickr.com/photos/damianmorysfotos/4718960846/" rel="noreferrer">
        Damian Morys
      </a>
      , CC BY 2.0
    </p>
  );
}
