/** Where the picture is on the canvas: how much of it is seen, and how large. */

/** In pixels of the canvas, which are those of the screen. */
export interface View {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Pixels of the canvas for one of the picture. */
  readonly scale: number;
  /** Where the picture begins. */
  readonly left: number;
  readonly top: number;
}

interface Sides {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Twenty pixels of the screen for one of the picture: single pixels can be hit. */
const mostScale = 20;
/** The picture that fits leaves a margin: a share of the canvas. */
const fitted = 0.96;

/** All of the picture, in the middle. */
export function fittingView(canvas: Sides, picture: Sides): View {
  const scale = Math.min(fitScale(canvas, picture), mostScale);
  return within({ ...sidesOf(canvas), scale, left: 0, top: 0 }, picture);
}

/** The same with another scale; the place of the canvas that is given keeps what it shows. */
export function zoomedView(view: View, picture: Sides, scale: number, x: number, y: number): View {
  const least = Math.min(1, fitScale(view, picture) / 2);
  const limited = Math.min(mostScale, Math.max(least, scale));
  const factor = limited / view.scale;
  const [left, top] = [x - (x - view.left) * factor, y - (y - view.top) * factor];
  return within({ ...view, scale: limited, left, top }, picture);
}

/** The same, moved. */
export function movedView(view: View, picture: Sides, across: number, down: number): View {
  return within({ ...view, left: view.left + across, top: view.top + down }, picture);
}

/** The same for a canvas of another size; the middle stays where it is. */
export function resizedView(view: View, picture: Sides, canvas: Sides): View {
  const left = view.left + (canvas.widthPx - view.widthPx) / 2;
  const top = view.top + (canvas.heightPx - view.heightPx) / 2;
  return within({ ...view, ...sidesOf(canvas), left, top }, picture);
}

/** The same, moved by as little as brings a place of the picture onto the canvas, with some room around it. */
export function viewWith(view: View, picture: Sides, x: number, y: number, roomPx: number): View {
  const across = into(x * view.scale + view.left, roomPx, view.widthPx);
  const down = into(y * view.scale + view.top, roomPx, view.heightPx);
  return across === 0 && down === 0 ? view : movedView(view, picture, across, down);
}

/** The place of the picture that is at a place of the canvas. */
export function pictureAt(view: View, x: number, y: number): { readonly x: number; readonly y: number } {
  return { x: (x - view.left) / view.scale, y: (y - view.top) / view.scale };
}

function fitScale(canvas: Sides, picture: Sides): number {
  return Math.min(canvas.widthPx / picture.widthPx, canvas.heightPx / picture.heightPx) * fitted;
}

/** A picture that is smaller than the canvas is in its middle; a larger one leaves at most half of the canvas empty. */
function within(view: View, picture: Sides): View {
  const left = limited(view.left, picture.widthPx * view.scale, view.widthPx);
  const top = limited(view.top, picture.heightPx * view.scale, view.heightPx);
  return { ...view, left, top };
}

function limited(begin: number, length: number, room: number): number {
  if (length <= room) return (room - length) / 2;
  return Math.min(room / 2, Math.max(room / 2 - length, begin));
}

function into(place: number, room: number, length: number): number {
  const least = Math.min(room, length / 2);
  return Math.min(length - least, Math.max(least, place)) - place;
}

const sidesOf = ({ widthPx, heightPx }: Sides): Sides => ({ widthPx, heightPx });
