/** Photos to try where none is at hand. */

const sizePx = 72;

/** Each with the kind of task that suits it. */
const samples = [
  { name: 'portrait', shows: 'A person', kind: 'cutout' },
  { name: 'product', shows: 'A product', kind: 'cutout' },
  { name: 'pet', shows: 'A dog', kind: 'cutout' },
  { name: 'car', shows: 'A car', kind: 'car-cutout' },
] as const;

/** The row of sample photos. */
export function Samples() {
  return (
    <section class="samples" id="samples" aria-label="Sample photos">
      <p>No photo at hand? Try one of these.</p>
      <div class="row">
        {samples.map(({ name, shows, kind }) => (
          <button class="sample" type="button" data-sample={`/samples/${name}.jpg`} data-kind-of-sample={kind} disabled>
            <img src={`/samples/${name}-small.jpg`} width={sizePx} height={sizePx} alt={shows} />
          </button>
        ))}
      </div>
      <p class="note">
        Photos: NASA; Pixabay; car by{' '}
        <a href="http://www.flickr.com/photos/damianmorysfotos/4718960846/" rel="noreferrer">
          Damian Morys
        </a>
        , CC BY 2.0
      </p>
    </section>
  );
}
