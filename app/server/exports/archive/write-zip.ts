import type { ByteStream } from "#app/media/byte-source.ts";

/**
 * A ZIP of any size as a stream (PKWARE APPNOTE 6.3.10). Entries are stored and not compressed: recordings do not shrink, and texts
 * are small. Memory does not depend on the sizes of entries: it is one chunk of the entry that is being sent, and some 100 bytes of
 * the central directory for each entry before it. Our own, because fflate's streaming writer has no ZIP64, and client-zip 2.5.0 costs twice the
 * CPU (1.26 s instead of 0.61 for 400 MB) and leaves the lengths of streams unchecked.
 */
export type ZipEntry = {
  /** With "/" between folders; no leading slash. */
  path: string;
  /** Epoch ms; written as UTC, with a precision of two seconds. */
  modifiedAt: number;
  /** A stream has exactly `size` bytes, or the archive ends in an error: a shorter file must not look complete. */
  body: Uint8Array | { size: number; open: () => ByteStream };
};

/** Sizes and offsets from here on, and numbers of entries from ENTRIES_ZIP64 on, need the fields of ZIP64. */
const BYTES_ZIP64 = 0xff_ff_ff_ff;
const ENTRIES_ZIP64 = 0xff_ff;
const FLAG_DESCRIPTOR = 1 << 3;
const FLAG_UTF8 = 1 << 11;
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** The numbers in the directory are those of Unix, and the file may be read and written by its owner. */
const MADE_BY_UNIX = 3 << 8;
const FILE_MODE = (0o100644 << 16) >>> 0;

/**
 * The archive's bytes. Nothing is read ahead of the reader. `startOffset`: the number of bytes that stand before the archive, so that
 * offsets which need ZIP64 can be tested without them.
 */
export function zipStream(
  entries: AsyncIterable<ZipEntry>,
  { startOffset = 0 }: { startOffset?: number } = {},
): ReadableStream<Uint8Array> {
  const chunks = zipChunks(entries, startOffset);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return();
      },
    },
    { highWaterMark: 0 },
  );
}

type Written = { path: Uint8Array; flags: number; time: number; crc: number; size: number; offset: number };

async function* zipChunks(entries: AsyncIterable<ZipEntry>, startOffset: number): AsyncGenerator<Uint8Array, void> {
  // The platform's own CRC-32. Loaded here, because few requests of a Worker write an archive.
  const { crc32 } = await import("node:zlib");
  const directory: Uint8Array[] = [];
  let offset = startOffset;
  for await (const { path, modifiedAt, body } of entries) {
    const isWhole = body instanceof Uint8Array;
    const size = isWhole ? body.byteLength : body.size;
    const written: Written = {
      path: new TextEncoder().encode(path),
      flags: FLAG_UTF8 | (isWhole ? 0 : FLAG_DESCRIPTOR),
      time: dosTime(modifiedAt),
      crc: isWhole ? crc32(body) : 0,
      size,
      offset,
    };
    const header = localHeader(written);
    yield header;
    offset += header.byteLength + size;
    if (isWhole) {
      if (size > 0) yield body;
    } else {
      written.crc = yield* streamed(body, crc32);
      const descriptor = dataDescriptor(written);
      yield descriptor;
      offset += descriptor.byteLength;
    }
    directory.push(directoryHeader(written));
  }
  const entriesTotal = directory.length;
  const directoryBytes = directory.reduce((sum, { byteLength }) => sum + byteLength, 0);
  yield* directory;
  yield endOfDirectory({ entries: entriesTotal, bytes: directoryBytes, offset });
}

/** Sends the bytes and returns their CRC. */
async function* streamed(
  body: Exclude<ZipEntry["body"], Uint8Array>,
  crc32: (bytes: Uint8Array, before: number) => number,
): AsyncGenerator<Uint8Array, number> {
  const stream = body.open();
  let crc = 0;
  let sent = 0;
  try {
    for (let chunk = await stream.next(); chunk !== null; chunk = await stream.next()) {
      crc = crc32(chunk, crc);
      sent += chunk.byteLength;
      // A copy: the stream reads its next bytes into the same memory, while the reader may still hold these.
      yield chunk.slice();
    }
  } finally {
    await stream.cancel();
  }
  if (sent !== body.size) throw new Error(`an entry of ${body.size} bytes had ${sent}`);
  return crc;
}

/** Appends little-endian numbers of so many bytes. */
function fields(...numbers: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Uint8Array {
  const length = numbers.reduce((sum, [bytes]) => sum + bytes, 0);
  const view = new DataView(new ArrayBuffer(length));
  let at = 0;
  for (const [bytes, value] of numbers) {
    if (bytes === 2) view.setUint16(at, value, true);
    else if (bytes === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/** Section 4.3.7. With a descriptor, CRC and sizes follow the data, in 8 bytes where the header has the fields of ZIP64 (4.3.9.2). */
function localHeader({ path, flags, time, crc, size }: Written): Uint8Array {
  const isLarge = size >= BYTES_ZIP64;
  const isLater = (flags & FLAG_DESCRIPTOR) !== 0;
  const said = isLarge ? BYTES_ZIP64 : isLater ? 0 : size;
  const extra = isLarge ? fields([2, 1], [2, 16], [8, isLater ? 0 : size], [8, isLater ? 0 : size]) : EMPTY;
  return joined(
    fields([4, 0x04034b50], [2, isLarge ? VERSION_ZIP64 : VERSION], [2, flags], [2, 0], [4, time], [4, crc]),
    fields([4, said], [4, said], [2, path.byteLength], [2, extra.byteLength]),
    path,
    extra,
  );
}

const EMPTY = new Uint8Array(0);

/** Section 4.3.9. */
function dataDescriptor({ crc, size }: Written): Uint8Array {
  const bytes = size >= BYTES_ZIP64 ? 8 : 4;
  return fields([4, 0x08074b50], [4, crc], [bytes, size], [bytes, size]);
}

/** Section 4.3.12. The fields of ZIP64 hold only the numbers that did not fit, in this order (4.5.3). */
function directoryHeader({ path, flags, time, crc, size, offset }: Written): Uint8Array {
  const isLarge = size >= BYTES_ZIP64;
  const isFar = offset >= BYTES_ZIP64;
  const large = [
    ...(isLarge
      ? ([
          [8, size],
          [8, size],
        ] as const)
      : []),
    ...(isFar ? ([[8, offset]] as const) : []),
  ];
  const extra = large.length === 0 ? EMPTY : joined(fields([2, 1], [2, large.length * 8]), fields(...large));
  const version = large.length === 0 ? VERSION : VERSION_ZIP64;
  const said = isLarge ? BYTES_ZIP64 : size;
  return joined(
    fields([4, 0x02014b50], [2, MADE_BY_UNIX | version], [2, version], [2, flags], [2, 0], [4, time], [4, crc]),
    fields([4, said], [4, said], [2, path.byteLength], [2, extra.byteLength], [2, 0], [2, 0], [2, 0], [4, FILE_MODE]),
    fields([4, isFar ? BYTES_ZIP64 : offset]),
    path,
    extra,
  );
}

/** Sections 4.3.14 to 4.3.16. */
function endOfDirectory(directory: { entries: number; bytes: number; offset: number }): Uint8Array {
  const { entries, bytes, offset } = directory;
  const isLarge = entries >= ENTRIES_ZIP64 || bytes >= BYTES_ZIP64 || offset >= BYTES_ZIP64;
  const shortEntries = Math.min(entries, ENTRIES_ZIP64);
  const end = joined(
    fields([4, 0x06054b50], [2, 0], [2, 0], [2, shortEntries], [2, shortEntries]),
    fields([4, Math.min(bytes, BYTES_ZIP64)], [4, Math.min(offset, BYTES_ZIP64)], [2, 0]),
  );
  if (!isLarge) return end;
  return joined(
    fields([4, 0x06064b50], [8, 44], [2, MADE_BY_UNIX | VERSION_ZIP64], [2, VERSION_ZIP64], [4, 0], [4, 0]),
    fields([8, entries], [8, entries], [8, bytes], [8, offset]),
    fields([4, 0x07064b50], [4, 0], [8, offset + bytes], [4, 1]),
    end,
  );
}

/** MS-DOS date and time as one number, time in the lower half. It knows the years 1980 to 2107. */
function dosTime(at: number): number {
  const date = new Date(at);
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107);
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
