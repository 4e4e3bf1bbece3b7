/** Rewrites classic TIFF files so that their pixels come last, which the tools that made the fixtures cannot. */

const valueBytes: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
};
const offsets = [273, 324];
const counts = [279, 325];

interface Entry {
  readonly id: number;
  readonly type: number;
  readonly count: number;
  readonly data: Uint8Array;
}

/** The same first page with its directory right behind the header and its strips or tiles at the end. */
export function directoryFirst(file: Uint8Array): Uint8Array {
  const littleEndian = file[0] === 0x49;
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const entries = readEntries(file, view, littleEndian);
  const values = (ids: readonly number[]): number[] => {
    const entry = entries.find(({ id }) => ids.includes(id));
    if (!entry) return [];
    const data = new DataView(entry.data.buffer, entry.data.byteOffset, entry.data.length);
    return Array.from({ length: entry.count }, (_, index) =>
      entry.type === 3 ? data.getUint16(index * 2, littleEndian) : data.getUint32(index * 4, littleEndian),
    );
  };
  const lengths = values(counts);
  const pieces = values(offsets).map((at, index) => file.subarray(at, at + lengths[index]));

  const moved = entries.map((entry) =>
    offsets.includes(entry.id) ? { ...entry, type: 4, data: new Uint8Array(pieces.length * 4) } : entry,
  );
  const directoryBytes = 2 + moved.length * 12 + 4;
  const outside = moved.filter(({ data }) => data.length > 4);
  let at = 8 + directoryBytes;
  const places = new Map(
    outside.map((entry) => {
      const place = at;
      at += entry.data.length + (entry.data.length & 1);
      return [entry, place];
    }),
  );
  const total = pieces.reduce((sum, piece) => sum + piece.length, at);
  const out = new Uint8Array(total);
  const write = new DataView(out.buffer);
  out.set(file.subarray(0, 4));
  write.setUint32(4, 8, littleEndian);
  write.setUint16(8, moved.length, littleEndian);
  moved.forEach((entry, index) => {
    if (offsets.includes(entry.id)) {
      const table = new DataView(entry.data.buffer);
      let piece = at;
      pieces.forEach(({ length }, number) => {
        table.setUint32(number * 4, piece, littleEndian);
        piece += length;
      });
    }
    const field = 10 + index * 12;
    write.setUint16(field, entry.id, littleEndian);
    write.setUint16(field + 2, entry.type, littleEndian);
    write.setUint32(field + 4, entry.count, littleEndian);
    const place = places.get(entry);
    if (place === undefined) out.set(entry.data, field + 8);
    else {
      write.setUint32(field + 8, place, littleEndian);
      out.set(entry.data, place);
    }
  });
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}

function readEntries(file: Uint8Array, view: DataView, littleEndian: boolean): Entry[] {
  const directory = view.getUint32(4, littleEndian);
  return Array.from({ length: view.getUint16(directory, littleEndian) }, (_, index) => {
    const field = directory + 2 + index * 12;
    const type = view.getUint16(field + 2, littleEndian);
    const count = view.getUint32(field + 4, littleEndian);
    const bytes = (valueBytes[type] ?? 1) * count;
    const where = bytes <= 4 ? field + 8 : view.getUint32(field + 8, littleEndian);
    return { id: view.getUint16(field, littleEndian), type, count, data: file.slice(where, where + bytes) };
  });
}
