/** The controls of what a result looks like, as people think of it: its background, shape, size and format. */
import type { Child } from 'hono/jsx';
import { pictureFiles, Segments } from './controls.tsx';

const backgrounds = [
  ['', 'Transparent', 'checker'],
  ['#ffffff', 'White', 'white'],
  ['#000000', 'Black', 'black'],
] as const;

/** What is chosen from a few words: the option that a kind must have, its name in the form, and its values. */
const choices = {
  crop: ['crop', 'Crop', ['none', 'Whole photo'], ['subject', 'Subject']],
  shape: ['aspect', 'Shape', ['', 'Free'], ['1:1', '1:1'], ['4:3', '4:3'], ['3:4', '3:4']],
  shadow: ['shadow', 'Shadow', ['none', 'None'], ['drop', 'Drop'], ['contact', 'Contact']],
  format: ['output_format', 'Format', ['png', 'PNG'], ['webp', 'WebP'], ['jpeg', 'JPEG'], ['zip', 'ZIP']],
} as const;

/** For every kind of which a picture is answered; the script hides what a kind does not have. */
export function FinishControls() {
  return (
    <fieldset class="options" id="finish">
      <legend class="apart">The result</legend>
      <Presets />
      <Background />
      <Choice name="crop">
        <label class="inline" id="margin-label" hidden>
          Margin, % <input type="number" id="margin" min="0" max="50" step="1" placeholder="0" />
        </label>
      </Choice>
      <Choice name="shape" />
      <div class="pair-of-fields" data-needs="max_size">
        <label>
          Subject takes, %
          <input type="number" id="takes" min="10" max="100" step="1" placeholder="as it is" />
        </label>
        <label>
          Longest side, px
          <input type="number" id="longest" min="16" max="65535" step="1" placeholder="as it is" />
        </label>
      </div>
      <Choice name="shadow" />
      <Choice name="format">
        <label class="inline" id="quality-label" hidden>
          Quality, 1 to 100 <input type="number" id="quality" min="1" max="100" step="1" placeholder="90" />
        </label>
      </Choice>
    </fieldset>
  );
}

/** One of a few words, the first of which is chosen, and what belongs to one of them. */
function Choice({ name, children }: { readonly name: keyof typeof choices; readonly children?: Child }) {
  const [needs, legend, ...values] = choices[name];
  return (
    <div data-needs={needs}>
      <Segments {...{ legend, name, values }} chosen={values[0][0]} isTitled />
      {children}
    </div>
  );
}

function Background() {
  return (
    <fieldset class="background" id="background" data-needs="background_color">
      <legend>Background</legend>
      <div class="row">
        {backgrounds.map(([value, label, style]) => (
          <label class="swatch" title={label}>
            <input class="apart" type="radio" name="background" value={value} checked={value === ''} />
            <span class={style}></span>
            <span class="apart">{label}</span>
          </label>
        ))}
        <label class="swatch" title="Any colour">
          <input class="apart" type="radio" name="background" value="colour" aria-label="The colour" />
          <input type="color" id="colour" value="#2f6fde" aria-label="Any colour" />
        </label>
        <label class="swatch" title="Own picture" id="own-background" hidden>
          <input class="apart" type="radio" name="background" value="picture" />
          <span class="own"></span>
          <span class="apart">Own picture</span>
        </label>
        <input class="apart" type="file" id="background-picture" accept={pictureFiles} />
        <label class="button quiet small" for="background-picture" id="background-name">
          Picture …
        </label>
      </div>
    </fieldset>
  );
}

function Presets() {
  return (
    <div class="made-for" data-needs="output_format">
      <fieldset>
        <legend>Made for</legend>
        <div class="row presets" id="presets"></div>
      </fieldset>
      <details>
        <summary>Save these options</summary>
        <div class="row">
          <input class="wide" id="preset-name" maxlength={30} aria-label="Name of the preset" placeholder="Name" />
          <button class="quiet small" type="button" id="save-preset">
            Save
          </button>
        </div>
      </details>
      <p class="note" id="preset-note" role="status"></p>
    </div>
  );
}
