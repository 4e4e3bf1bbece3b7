/** A table as a file that spreadsheets open (RFC 4180). */

/** A value of a row. */
export type Cell = string | number;

/** Bytes that are made before they are sent, about. */
const pieceLength = 16_384;

/** The file, written as its rows are read. */
export function csvOf(heads: readonly string[], rows: AsyncIterable<readonly Cell[]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = rows[Symbol.asyncIterator]();
  let begun = false;
  return new ReadableStream({
    async pull(controller) {
      let text = begun ? '' : line(heads);
      begun = true;
      while (text.length < pieceLength) {
        const { done, value } = await iterator.next();
        if (done) {
          controller.enqueue(encoder.encode(text));
          return controller.close();
        }
        text += line(value);
      }
      controller.enqueue(encoder.encode(text));
    },
    cancel: async () => void (await iterator.return?.()),
  });
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** A text that a spreadsheet would take for a formula is marked as text. */
function cellOf(cell: Cell): string {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
