/** The ZIP of a cutout as one picture: its colours under its alpha. */
import { blobOf, canvasOf } from '../drawing/canvas.ts';

/** Bytes of the record at the end of a ZIP, and of a head in its directory and before a file, names apart. */
const [endBytes, centralBytes, localBytes] = [22, 46, 30];
const deflated = 8;

/** The files of a ZIP without a comment, by name. */
export async function filesOf(zip: Blob): Promise<ReadonlyMap<string, Blob>> {
  const view = new DataView(await zip.arrayBuffer());
  const short = (at: number) => view.getUint16(at, true);
  const long = (at: number) => view.getUint32(at, true);
  const end = view.byteLength - endBytes;
  const files = new Map<string, Blob>();
  let at = long(end + 16);
  for (let left = short(end + 10); left > 0; left--) {
    const [nameBytes, local] = [short(at + 28), long(at + 42)];
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + centralBytes, nameBytes));
    const from = local + localBytes + short(local + 26) + short(local + 28);
    const data = zip.slice(from, from + long(at + 20));
    files.set(name, short(at + 10) === deflated ? await inflated(data) : data);
    at += centralBytes + nameBytes + short(at + 30) + short(at + 32);
  }
  return files;
}

function inflated(data: Blob): Promise<Blob> {
  return new Response(data.stream().pipeThrough(new DecompressionStream('deflate-raw'))).blob();
}

/** One PNG of colours and alpha. @throws Error where the ZIP lacks them, or they are larger than this browser can hold */
export async function pictureOfZip(zip: Blob): Promise<Blob> {
  const files = await filesOf(zip);
  const pixels = async (name: string) => {
    const file = files.get(name);
    if (!file) throw new Error(`The ZIP has no ${name}`);
    const bitmap = await createImageBitmap(file);
    const { canvas, context } = canvasOf(bitmap.width, bitmap.height);
    context.drawImage(bitmap, 0, 0);
    bitmap.close();
    return { canvas, context, image: context.getImageData(0, 0, canvas.width, canvas.height) };
  };
  const [{ canvas, context, image }, alpha] = [await pixels('color.jpg'), await pixels('alpha.png')];
  for (let at = 0; at < image.data.length; at += 4) image.data[at + 3] = alpha.image.data[at];
  context.putImageData(image, 0, 0);
  return blobOf(canvas, 'image/png');
}
