/** The dialog of the brush: what is on it, and by which names its parts are known. */

const markup = `
<header class="brush-head">
  <h2 id="brush-title">Edit by hand</h2>
  <button class="quiet small" type="button" data-part="cancel">Cancel</button>
  <button class="small" type="button" data-part="done" disabled>Done</button>
</header>
<div class="brush-stage" data-part="stage" role="application" tabindex="0" aria-label="The cutout" aria-describedby="brush-keys">
  <div class="brush-ground" data-part="ground"></div>
  <canvas data-part="canvas"></canvas>
  <div class="brush-tip" data-part="tip" aria-hidden="true" hidden></div>
  <p class="brush-busy" data-part="busy">Opening …</p>
</div>
<div class="brush-tools" data-part="tools">
  <fieldset class="segments">
    <legend class="apart">Tool</legend>
    <div>
      <label><input class="apart" type="radio" name="brush-tool" value="restore" checked><span>Restore</span></label>
      <label><input class="apart" type="radio" name="brush-tool" value="erase"><span>Erase</span></label>
    </div>
  </fieldset>
  <div class="brush-steps">
    <button class="quiet small" type="button" data-part="undo" disabled>Undo</button>
    <button class="quiet small" type="button" data-part="redo" disabled>Redo</button>
  </div>
  <label class="brush-range">Size <input type="range" data-part="size" min="4" max="240" value="40" step="1"></label>
  <label class="brush-range">Hardness <input type="range" data-part="hardness" min="0" max="100" value="80" step="1"></label>
  <label class="choice"><input type="checkbox" data-part="edges" checked> Stop at edges</label>
  <label class="choice"><input type="checkbox" data-part="photo" checked> Show removed</label>
  <div class="brush-zoom">
    <button class="quiet small" type="button" data-part="out" aria-label="Zoom out">−</button>
    <span data-part="zoom">100 %</span>
    <button class="quiet small" type="button" data-part="in" aria-label="Zoom in">+</button>
    <button class="quiet small" type="button" data-part="fit">Fit</button>
  </div>
  <div class="brush-keys" id="brush-keys">
    <h3>Keys, once the picture has the focus</h3>
    <dl>
      <div><dt>Arrows</dt><dd>move the brush, with Shift by a pixel</dd></div>
      <div><dt>Space</dt><dd>paints, as long as it is held</dd></div>
      <div><dt>X</dt><dd>restore or erase</dd></div>
      <div><dt>[ ]</dt><dd>smaller, larger</dd></div>
      <div><dt>Z, Shift Z</dt><dd>undo, redo</dd></div>
      <div><dt>+ − 0</dt><dd>zoom in, out, fit</dd></div>
    </dl>
  </div>
</div>
<p class="brush-status note" data-part="status" role="status"></p>
`;

/** The parts that scripts act on. */
export interface Parts {
  readonly dialog: HTMLDialogElement;
  readonly stage: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  /** Behind the picture, where it is transparent. */
  readonly ground: HTMLElement;
  readonly tip: HTMLElement;
  readonly busy: HTMLElement;
  readonly tools: HTMLElement;
  readonly size: HTMLInputElement;
  readonly hardness: HTMLInputElement;
  readonly edges: HTMLInputElement;
  readonly photo: HTMLInputElement;
  readonly undo: HTMLButtonElement;
  readonly redo: HTMLButtonElement;
  readonly out: HTMLButtonElement;
  readonly in: HTMLButtonElement;
  readonly fit: HTMLButtonElement;
  readonly zoom: HTMLElement;
  readonly cancel: HTMLButtonElement;
  readonly done: HTMLButtonElement;
  readonly status: HTMLElement;
}

/** Makes the dialog, which the caller puts on the page. */
export function makeDialog(): Parts {
  const dialog = document.createElement('dialog');
  dialog.className = 'brush';
  dialog.setAttribute('aria-labelledby', 'brush-title');
  dialog.innerHTML = markup;
  return {
    dialog,
    stage: part(dialog, 'stage', HTMLElement),
    canvas: part(dialog, 'canvas', HTMLCanvasElement),
    ground: part(dialog, 'ground', HTMLElement),
    tip: part(dialog, 'tip', HTMLElement),
    busy: part(dialog, 'busy', HTMLElement),
    tools: part(dialog, 'tools', HTMLElement),
    size: part(dialog, 'size', HTMLInputElement),
    hardness: part(dialog, 'hardness', HTMLInputElement),
    edges: part(dialog, 'edges', HTMLInputElement),
    photo: part(dialog, 'photo', HTMLInputElement),
    undo: part(dialog, 'undo', HTMLButtonElement),
    redo: part(dialog, 'redo', HTMLButtonElement),
    out: part(dialog, 'out', HTMLButtonElement),
    in: part(dialog, 'in', HTMLButtonElement),
    fit: part(dialog, 'fit', HTMLButtonElement),
    zoom: part(dialog, 'zoom', HTMLElement),
    cancel: part(dialog, 'cancel', HTMLButtonElement),
    done: part(dialog, 'done', HTMLButtonElement),
    status: part(dialog, 'status', HTMLElement),
  };
}

function part<Kind extends Element>(dialog: HTMLElement, name: string, kind: new () => Kind): Kind {
  const found = dialog.querySelector(`[data-part="${name}"]`);
  if (!(found instanceof kind)) throw new Error(`The brush has no ${name}`);
  return found;
}

/** The tool that is chosen. */
export function chosenTool({ dialog }: Parts): 'restore' | 'erase' {
  return toolOf(dialog, 'erase').checked ? 'erase' : 'restore';
}

/** Chooses the other tool. */
export function switchTool(parts: Parts): void {
  toolOf(parts.dialog, chosenTool(parts) === 'erase' ? 'restore' : 'erase').checked = true;
}

function toolOf(dialog: HTMLElement, tool: string): HTMLInputElement {
  const found = dialog.querySelector(`input[value="${tool}"]`);
  if (!(found instanceof HTMLInputElement)) throw new Error(`The brush has no tool to ${tool}`);
  return found;
}
