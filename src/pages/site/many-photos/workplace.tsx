/** Where photos come in, how far they are, and what was made of each. Its script fills it. */
import { raw } from 'hono/html';
import { pictureFiles } from '../playground/controls.tsx';
import { MendTools, PointLayer } from '../playground/mend.tsx';

/** The ways in. */
export function PhotosIn() {
  return (
    <section class="photos-in" id="drop" aria-label="Photos in">
      <Drawing />
      <p class="ways">Drop photos or a folder anywhere on this page</p>
      <p class="note" id="photos-note">
        JPEG, PNG, WebP, AVIF, HEIC, TIFF, BMP or GIF, at most 20 MB each
      </p>
      <p class="row">
        <input class="apart" type="file" id="files" accept={pictureFiles} multiple aria-describedby="photos-note" />
        <label class="button" for="files">
          Choose photos
        </label>
        <input class="apart" type="file" id="folder" webkitdirectory aria-describedby="photos-note" />
        <label class="button quiet" for="folder">
          Choose a folder
        </label>
      </p>
    </section>
  );
}

/** How far all is, what can be done now, and a tile for each photo. */
export function Workplace() {
  return (
    <section class="workplace" aria-label="Photos">
      <p class="notice failed" id="problem" role="alert" hidden></p>
      <div class="run" id="run" hidden>
        <div>
          <p class="sum" id="sum"></p>
          <p class="note" id="more"></p>
        </div>
        <p class="row">
          <button type="button" id="check-held" hidden></button>
          <button class="quiet" type="button" id="take-held" hidden></button>
          <button type="button" id="start" hidden></button>
          <button class="quiet" type="button" id="pause" hidden>
            Pause
          </button>
          <button type="button" id="save" hidden></button>
          <button class="quiet" type="button" id="retry" hidden></button>
          <a class="button quiet" href="/prices" target="_blank" id="buy" hidden rel="noopener">
            Buy credits
          </a>
          <button class="quiet" type="button" id="clear" hidden>
            Clear
          </button>
        </p>
        <progress id="progress" max={1} value={0} aria-label="Photos made"></progress>
      </div>
      <p class="apart" id="said" role="status"></p>
      <ul class="tiles" id="tiles" aria-label="Photos"></ul>
      <Check />
    </section>
  );
}

/** What is held back, large. */
function Check() {
  return (
    <dialog class="check" id="check" aria-labelledby="check-name">
      <header class="row">
        <h2 id="check-name">Photo</h2>
        <p class="note" id="check-count"></p>
        <button class="quiet small" type="button" id="check-close">
          Close
        </button>
      </header>
      <MendTools>
        <button class="quiet small" type="button" id="check-photo" aria-pressed="false" hidden>
          Show the photo
        </button>
      </MendTools>
      <div class="stage" id="stage">
        <section class="viewport" id="viewport" tabindex={0} aria-label="The picture. Arrow keys show the next one.">
          <div class="picture" id="picture">
            <img id="check-picture" alt="What was made" />
            <img id="check-before" alt="As given" hidden />
            <PointLayer />
          </div>
        </section>
      </div>
      <p class="row">
        <button class="quiet" type="button" id="check-back">
          Back
        </button>
        <button type="button" id="check-take">
          Take it
        </button>
        <button class="quiet" type="button" id="check-next">
          Next
        </button>
      </p>
    </dialog>
  );
}

const drawing = `
<g class="frame"><rect x="2" y="10" width="44" height="44" rx="7"/><rect x="12" y="2" width="44" height="44" rx="7"/></g>
<g class="photo"><rect x="22" y="14" width="44" height="44" rx="7"/><path d="M28 51l10-13 7 8 6-7 9 12z"/><circle cx="37" cy="27" r="4"/></g>
<path class="way" d="M78 36h22m-7-7 7 7-7 7"/>
<g class="zip"><rect x="112" y="10" width="48" height="48" rx="8"/>
<path d="M112 22h12v12h-12zM136 22h12v12h-12zM124 34h12v12h-12zM148 34h12v12h-12zM124 10h12v12h-12z"/></g>`;

/** Photos on the left, cut out on the right. */
export function Drawing() {
  return (
    <svg class="drawing" viewBox="0 0 164 64" aria-hidden="true" focusable="false">
      {raw(drawing)}
    </svg>
  );
}
