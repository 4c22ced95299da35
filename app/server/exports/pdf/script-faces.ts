import { type FontFace, openFontFace } from "#app/server/exports/pdf/font-face.ts";
import { openShaper } from "#app/server/exports/pdf/shaper.ts";

/**
 * The faces of scripts beyond Latin, Greek and Cyrillic (Noto, one weight; docs/pdf-fonts/make-script-fonts.mjs). They lie among the site's
 * files, 11 MB in all, and one is read when a document has a letter of it. Letters that change beside each other are shaped by HarfBuzz.
 */
export type ScriptFaceName = (typeof SCRIPT_FACES)[number]["name"];
export type ScriptFonts = {
  /** The bytes of a face; null where the site has no such file. */
  read(name: ScriptFaceName): Promise<Uint8Array | null>;
  /** HarfBuzz, compiled. */
  harfbuzz(): WebAssembly.Module;
};

type ScriptFace = { name: string; signs: RegExp; shaped: boolean };
const shaped = <Name extends string>(name: Name, signs: RegExp) => ({ name, signs, shaped: true }) as const;
const plain = <Name extends string>(name: Name, signs: RegExp) => ({ name, signs, shaped: false }) as const;

/** `scx` counts punctuation among the scripts that it is used in. */
const SCRIPT_FACES = [
  shaped("arabic", /\p{scx=Arabic}/u),
  shaped("hebrew", /\p{scx=Hebrew}/u),
  shaped("devanagari", /\p{scx=Devanagari}/u),
  shaped("bengali", /\p{Script=Bengali}/u),
  shaped("gurmukhi", /\p{Script=Gurmukhi}/u),
  shaped("gujarati", /\p{Script=Gujarati}/u),
  shaped("tamil", /\p{Script=Tamil}/u),
  shaped("telugu", /\p{Script=Telugu}/u),
  shaped("kannada", /\p{Script=Kannada}/u),
  shaped("malayalam", /\p{Script=Malayalam}/u),
  shaped("sinhala", /\p{Script=Sinhala}/u),
  shaped("thai", /\p{Script=Thai}|฿/u),
  shaped("lao", /\p{Script=Lao}/u),
  shaped("khmer", /\p{Script=Khmer}|៛/u),
  shaped("myanmar", /\p{Script=Myanmar}/u),
  shaped("tibetan", /\p{Script=Tibetan}/u),
  plain("armenian", /\p{scx=Armenian}/u),
  plain("georgian", /\p{scx=Georgian}/u),
  plain("ethiopic", /\p{scx=Ethiopic}/u),
  plain("japanese", /\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|[\uff01-\uffee]/u),
  plain("korean", /\p{scx=Hangul}|\p{scx=Han}/u),
  plain("chinese", /\p{scx=Han}|[\uff01-\uffee]/u),
  plain("chinese-traditional", /\p{scx=Han}|\p{scx=Bopomofo}/u),
] as const satisfies readonly ScriptFace[];

/** Chinese characters look different in Japan, Korea, China and Taiwan: the document's language decides which face is asked first. */
const FIRST_FACE: Readonly<Record<string, ScriptFaceName>> = {
  ja: "japanese",
  ko: "korean",
  zh: "chinese",
  yue: "chinese-traditional",
};

/**
 * Keeps the faces that were opened, and HarfBuzz, for as long as the caller keeps this: a Worker does so for all documents of its isolate. Faces
 * are kept rather than promises of them, because a promise of another Durable Object's request may never settle.
 */
export function keepScriptFaces(fonts: ScriptFonts) {
  const known = new Map<ScriptFaceName, FontFace>();
  let shaper: ReturnType<typeof openShaper> | null = null;

  function open({ name, shaped: isShaped }: (typeof SCRIPT_FACES)[number], bytes: Uint8Array): FontFace {
    const face = openFontFace(name, bytes);
    if (!isShaped) return face;
    shaper ??= openShaper(fonts.harfbuzz());
    return { ...face, shape: shaper(bytes, face.unitsPerEm) };
  }

  /** A file that is missing or could not be read this time is asked for again. */
  async function opened(face: (typeof SCRIPT_FACES)[number]): Promise<FontFace | null> {
    const bytes = known.has(face.name) ? null : await fonts.read(face.name);
    // Another document may have opened it while this one waited.
    if (bytes !== null && !known.has(face.name)) known.set(face.name, open(face, bytes));
    return known.get(face.name) ?? null;
  }

  /** Reads the faces of what the document's own faces do not draw, in the order in which they are asked for a sign. */
  return async (missing: ReadonlySet<string>, language: string): Promise<FontFace[]> => {
    const first = FIRST_FACE[language];
    const inOrder = SCRIPT_FACES.toSorted(
      ({ name: one }, { name: other }) => Number(other === first) - Number(one === first),
    );
    const faces: FontFace[] = [];
    const left = new Set(missing);
    for (const each of inOrder) {
      if (![...left].some((sign) => each.signs.test(sign))) continue;
      const face = await opened(each);
      if (face === null) continue;
      const drawn = [...left].filter((sign) => face.glyphOf(sign.codePointAt(0) ?? 0) !== 0);
      for (const sign of drawn) left.delete(sign);
      if (drawn.length > 0) faces.push(face);
    }
    return faces;
  };
}
