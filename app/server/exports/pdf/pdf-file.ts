import { joinBytes } from "#app/domain/sha256.ts";

/** A reference to an object of the file, as it is written. */
export type Ref = `${number} 0 R`;
const numberOf = (ref: Ref) => Number.parseInt(ref, 10);

/**
 * The objects of a PDF 1.7 file. Small ones are packed into compressed object streams, so that a transcript's thousands of
 * structure elements take little room; the cross-reference is a stream too. Deterministic: the same objects give the same bytes.
 */
export interface PdfFile {
  reserve(): Ref;
  set(ref: Ref, body: string): Ref;
  add(body: string): Ref;
  /** `dictionary` without its brackets and /Length; deflated unless `plain`. */
  addStream(dictionary: string, bytes: Uint8Array, options?: { plain?: boolean }): Promise<Ref>;
  finish(trailer: { root: Ref; info: Ref; id: string }): Promise<Uint8Array>;
}

const OBJECTS_PER_STREAM = 200;
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

type Place = { kind: "at"; offset: number } | { kind: "in"; stream: number; index: number };

export function createPdfFile(): PdfFile {
  const parts: Uint8Array[] = [];
  let length = 0;
  const write = (bytes: Uint8Array) => {
    parts.push(bytes);
    length += bytes.length;
  };
  // The second line says that the file is binary.
  write(Uint8Array.of(...latin1("%PDF-1.7\n%"), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a));
  const places: (Place | undefined)[] = [undefined];
  const small: { number: number; body: string }[] = [];
  const reserve = (): Ref => {
    return `${places.push(undefined) - 1} 0 R`;
  };
  const writeStream = (ref: Ref, dictionary: string, body: Uint8Array) => {
    places[numberOf(ref)] = { kind: "at", offset: length };
    write(latin1(`${numberOf(ref)} 0 obj\n<<${dictionary}/Length ${body.length}>>\nstream\n`));
    write(body);
    write(latin1("\nendstream\nendobj\n"));
  };
  const file: PdfFile = {
    reserve,
    set(ref, body) {
      small.push({ number: numberOf(ref), body });
      return ref;
    },
    add: (body) => file.set(reserve(), body),
    async addStream(dictionary, bytes, { plain = false } = {}) {
      const ref = reserve();
      const body = plain ? bytes : await deflate(bytes);
      writeStream(ref, plain ? dictionary : `${dictionary}/Filter/FlateDecode`, body);
      return ref;
    },
    async finish({ root, info, id }) {
      for (let from = 0; from < small.length; from += OBJECTS_PER_STREAM) {
        const objects = small.slice(from, from + OBJECTS_PER_STREAM);
        const ref = reserve();
        for (const [index, { number }] of objects.entries()) {
          places[number] = { kind: "in", stream: numberOf(ref), index };
        }
        const { text, first } = packed(objects);
        const body = await deflate(latin1(text));
        writeStream(ref, `/Type/ObjStm/N ${objects.length}/First ${first}/Filter/FlateDecode`, body);
      }
      const ref = reserve();
      const startsAt = length;
      places[numberOf(ref)] = { kind: "at", offset: startsAt };
      const table = await deflate(crossReference(places));
      const trailer = `/Root ${root}/Info ${info}/ID[<${id}><${id}>]`;
      writeStream(ref, `/Type/XRef/Size ${places.length}/W[1 4 2]${trailer}/Filter/FlateDecode`, table);
      write(latin1(`startxref\n${startsAt}\n%%EOF\n`));
      return joinBytes(parts);
    },
  };
  return file;
}

function packed(objects: readonly { number: number; body: string }[]): { text: string; first: number } {
  const bodies = objects.map(({ body }) => `${body}\n`);
  let at = 0;
  const index = objects.map(({ number }, place) => {
    const entry = `${number} ${at}`;
    at += bodies[place]?.length ?? 0;
    return entry;
  });
  const head = `${index.join(" ")}\n`;
  return { text: head + bodies.join(""), first: head.length };
}

/** One entry of 1 + 4 + 2 bytes for each object; object 0 and what was reserved and never set are free. */
function crossReference(places: readonly (Place | undefined)[]): Uint8Array {
  const bytes = new Uint8Array(places.length * 7);
  const view = new DataView(bytes.buffer);
  for (const [number, place] of places.entries()) {
    const at = number * 7;
    if (place === undefined) {
      view.setUint16(at + 5, number === 0 ? 0xffff : 0);
      continue;
    }
    view.setUint8(at, place.kind === "at" ? 1 : 2);
    view.setUint32(at + 1, place.kind === "at" ? place.offset : place.stream);
    view.setUint16(at + 5, place.kind === "at" ? 0 : place.index);
  }
  return bytes;
}

/** Points with two decimals at most. */
export function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Any text, as a hexadecimal string in UTF-16: nothing in it can end the string. */
export function hex(text: string): string {
  let written = "<FEFF";
  for (let index = 0; index < text.length; index += 1) {
    written += text.charCodeAt(index).toString(16).toUpperCase().padStart(4, "0");
  }
  return `${written}>`;
}

/** ASCII (an address): brackets and backslashes escaped. */
export function ascii(text: string): string {
  return `(${text.replace(/[\\()]/gu, "\\$&")})`;
}

/** zlib's format, as PDF reads it. CompressionStream exists in Workers and in Node. */
async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Response(Uint8Array.from(bytes)).body?.pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
