import { invariant } from "#app/domain/invariant.ts";

/** A glyph of shaped text, with its place in units of the em, and the letter (index of its first UTF-16 unit) that it belongs to. */
export type ShapedGlyph = { glyph: number; at: number; advance: number; dx: number; dy: number };
/** Glyphs as they stand from left to right, whatever the direction of the text. */
export type ShapeText = (text: string) => readonly ShapedGlyph[];

/** Functions of HarfBuzz (harfbuzz.github.io) that are called here; each takes and gives addresses in its memory. */
type HarfBuzz = Record<
  | "hb_blob_create"
  | "hb_face_create"
  | "hb_font_create"
  | "hb_font_set_scale"
  | "hb_buffer_create"
  | "hb_buffer_set_flags"
  | "hb_buffer_clear_contents"
  | "hb_buffer_add_utf16"
  | "hb_buffer_guess_segment_properties"
  | "hb_shape"
  | "hb_buffer_get_length"
  | "hb_buffer_get_glyph_infos"
  | "hb_buffer_get_glyph_positions"
  | "malloc"
  | "free"
  | "__wasm_call_ctors",
  (...values: number[]) => number
> & { memory: WebAssembly.Memory };

const PAGE_BYTES = 65_536;
const READ_ONLY = 1;
/** Leaves out joiners once they have changed the letters beside them; without it each would be an empty glyph. */
const REMOVE_DEFAULT_IGNORABLES = 8;
/** A glyph's record: five numbers of 32 bits, both in the list of glyphs and in that of places. */
const RECORD_WORDS = 5;

/**
 * Starts HarfBuzz, and returns a function that makes a shaper of text from the bytes of a face. The module was compiled before: workerd compiles
 * none at run time.
 */
export function openShaper(module: WebAssembly.Module): (bytes: Uint8Array, unitsPerEm: number) => ShapeText {
  const { exports } = new WebAssembly.Instance(
    module,
    imports(() => hb.memory),
  );
  const hb = exports as HarfBuzz;
  const { __wasm_call_ctors: begin } = hb;
  begin();
  const buffer = hb.hb_buffer_create();
  hb.hb_buffer_set_flags(buffer, REMOVE_DEFAULT_IGNORABLES);
  return (bytes, unitsPerEm) => {
    const font = openFont(hb, bytes, unitsPerEm);
    return (text) => shape(hb, { font, buffer, text });
  };
}

/** The functions that the compiled program asks of its surroundings. It has no clock and no files; its memory may grow. */
function imports(memory: () => WebAssembly.Memory): WebAssembly.Imports {
  const stop = () => {
    throw new Error("HarfBuzz stopped");
  };
  return {
    wasi_snapshot_preview1: { proc_exit: stop },
    env: {
      _abort_js: stop,
      _emscripten_runtime_keepalive_clear() {},
      _setitimer_js: () => 0,
      emscripten_resize_heap(bytes: number) {
        const more = Math.ceil((bytes >>> 0) / PAGE_BYTES) - memory().buffer.byteLength / PAGE_BYTES;
        if (more > 0) memory().grow(more);
        return 1;
      },
    },
  };
}

/** The bytes stay in its memory for as long as the Worker runs, as the face does. */
function openFont(hb: HarfBuzz, bytes: Uint8Array, unitsPerEm: number): number {
  const at = hb.malloc(bytes.length);
  invariant(at !== 0, "HarfBuzz has memory for a font");
  new Uint8Array(hb.memory.buffer).set(bytes, at);
  const face = hb.hb_face_create(hb.hb_blob_create(at, bytes.length, READ_ONLY, 0, 0), 0);
  const font = hb.hb_font_create(face);
  hb.hb_font_set_scale(font, unitsPerEm, unitsPerEm);
  return font;
}

function shape(
  hb: HarfBuzz,
  { font, buffer, text }: { font: number; buffer: number; text: string },
): readonly ShapedGlyph[] {
  const at = hb.malloc(text.length * 2);
  invariant(at !== 0, "HarfBuzz has memory for a text");
  const units = new Uint16Array(hb.memory.buffer, at, text.length);
  for (let index = 0; index < text.length; index += 1) units[index] = text.charCodeAt(index);
  hb.hb_buffer_clear_contents(buffer);
  hb.hb_buffer_add_utf16(buffer, at, text.length, 0, text.length);
  hb.hb_buffer_guess_segment_properties(buffer);
  hb.hb_shape(font, buffer, 0, 0);
  hb.free(at);
  const count = hb.hb_buffer_get_length(buffer);
  const infos = new Uint32Array(hb.memory.buffer, hb.hb_buffer_get_glyph_infos(buffer, 0), count * RECORD_WORDS);
  const places = new Int32Array(hb.memory.buffer, hb.hb_buffer_get_glyph_positions(buffer, 0), count * RECORD_WORDS);
  return Array.from({ length: count }, (_, index) => {
    const record = index * RECORD_WORDS;
    return {
      glyph: infos[record] ?? 0,
      at: infos[record + 2] ?? 0,
      advance: places[record] ?? 0,
      dx: places[record + 2] ?? 0,
      dy: places[record + 3] ?? 0,
    };
  });
}
