/** The picture before and after, and its download. */
import { Segments } from './controls.tsx';
import { MendTools, PointLayer } from './mend.tsx';

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
        <button class="quiet small" type="button" id="draw-box" aria-pressed="false">
          Choose the subject
        </button>
      </div>
      <MendTools>
        <button class="quiet small" type="button" id="edit-by-hand" hidden>
          Edit by hand
        </button>
      </MendTools>
      <div class="notice" id="mend-ask" role="alert" hidden>
        <p id="mend-ask-text"></p>
        <p class="row">
          <button class="small" type="button" id="mend-yes">
            Spend 1 credit
          </button>
          <button class="quiet small" type="button" id="mend-no">
            Leave it
          </button>
        </p>
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
            <div class="after" id="after">
              <img id="shadow-layer" alt="The shadow" hidden />
              <img id="main-layer" alt="Without its background" hidden />
              <img id="matte-layer" alt="The matte: white is kept, black is removed" hidden />
            </div>
            <div class="look-first" id="look-first" aria-hidden="true" hidden></div>
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
            <PointLayer />
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
        <button type="button" id="save" disabled>
          Download PNG
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
