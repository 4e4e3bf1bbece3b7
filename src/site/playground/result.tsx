/** The picture before and after, what is behind it, and how to download it. */
import { Segments } from './controls.tsx';

const grounds = [
  ['checker', 'Checkerboard'],
  ['white', 'White'],
  ['black', 'Black'],
] as const;

/** Hidden until there is a photo. */
export function Result() {
  return (
    <section class="result" id="result" aria-label="Result" hidden>
      <div class="row tools">
        <Segments
          legend="What to show"
          name="shown"
          values={[
            ['cutout', 'Cutout'],
            ['matte', 'Matte'],
          ]}
          chosen="cutout"
          id="shown"
        />
        <Segments
          legend="Zoom"
          name="zoom"
          values={[
            ['fit', 'Fit'],
            ['1', '100 %'],
            ['4', '400 %'],
          ]}
          chosen="fit"
        />
        <Background />
        <button class="quiet small" type="button" id="draw-box" aria-pressed="false">
          Choose the subject
        </button>
        <button class="quiet small" type="button" id="edit-by-hand" hidden>
          Edit by hand
        </button>
      </div>
      <div class="stage" id="stage">
        <section
          class="viewport"
          id="viewport"
          tabindex={0}
          aria-label="The picture. At 100 % and 400 % the arrow keys move it."
        >
          <div class="picture" id="picture">
            <img id="before" alt="As given" hidden />
            <div class="after" id="after" data-background="checker">
              <img id="background-layer" alt="" hidden />
              <img id="shadow-layer" alt="The shadow" hidden />
              <img id="main-layer" alt="Without its background" hidden />
              <img id="matte-layer" alt="The matte: white is kept, black is removed" hidden />
            </div>
            <div
              class="drawing"
              id="drawing"
              role="application"
              tabindex={0}
              aria-label="Box around the subject. Draw it; or move it by arrow keys, size it by Shift with them. Enter ends, Escape takes it away."
              hidden
            >
              <div class="box" id="box"></div>
            </div>
          </div>
        </section>
        <div class="handle" id="handle" aria-hidden="true" hidden></div>
        <p class="unseen" id="unseen" hidden>
          This browser cannot show the format of the photo.
          <span>The service may still read it.</span>
        </p>
        <div class="busy" id="busy" hidden>
          <p>
            <span id="busy-stage"></span> <span id="elapsed" aria-hidden="true"></span>
          </p>
          <button class="quiet small" type="button" id="cancel">
            Cancel
          </button>
        </div>
      </div>
      <label class="split" id="split-label">
        <span>Before</span>
        <input type="range" id="split" min="0" max="100" value="50" step="1" aria-label="From before to after" />
        <span>After</span>
      </label>
      <div class="row layers" id="layers" hidden>
        <label class="choice">
          <input type="checkbox" id="main-on" checked />
          Car
        </label>
        <label class="choice">
          <input type="checkbox" id="shadow-on" checked />
          Shadow
        </label>
        <label class="strength">
          Strength
          <input type="range" id="strength" min="0" max="100" value="100" step="1" />
        </label>
      </div>
      <div class="row take">
        <button type="button" id="save-png" disabled>
          Download PNG
        </button>
        <button class="quiet" type="button" id="save-webp" disabled>
          WebP
        </button>
        <button class="quiet" type="button" id="save-jpeg" disabled>
          JPEG
        </button>
        <p class="note" id="save-note"></p>
      </div>
      <div class="known">
        <figure class="view" id="view" hidden>
          <svg id="compass" viewBox="-50 -50 100 100" role="img" aria-labelledby="view-text" />
          <figcaption id="view-text"></figcaption>
        </figure>
        <dl class="facts" id="facts"></dl>
      </div>
      <ol class="stages" id="stages" aria-label="Where the time went"></ol>
    </section>
  );
}

function Background() {
  return (
    <fieldset class="background" id="background">
      <legend class="apart">Background of the cutout</legend>
      {grounds.map(([value, label]) => (
        <label class="swatch" title={label}>
          <input class="apart" type="radio" name="background" value={value} checked={value === 'checker'} />
          <span class={value}></span>
          <span class="apart">{label}</span>
        </label>
      ))}
      <label class="swatch" title="Any colour">
        <input type="color" id="colour" value="#2f6fde" aria-label="Any colour" />
      </label>
      <input class="apart" type="file" id="background-picture" accept="image/*" />
      <label class="button quiet small" for="background-picture">
        Own picture
      </label>
    </fieldset>
  );
}
