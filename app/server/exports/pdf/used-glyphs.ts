import type { FontFace } from "#app/server/exports/pdf/font-face.ts";

/**
 * The glyphs of a face that a document shows, under the codes by which its pages name them. A code is the glyph's own number, and tells its
 * character. A glyph that stands for other characters (a form of an Arabic letter, the mirror image of a bracket) gets a further code for
 * them, above the face's last glyph: that is how search and copied text get the characters.
 */
export interface UsedGlyphs {
  /**
   * The operand of TJ with codes for glyphs. The first glyph stands for `text`, and those after it are parts of it. `isHidden`: these are
   * hidden from readers one by one, because no text around them replaces all.
   */
  show(shown: string, text?: string, isHidden?: boolean): string;
  /** By code. */
  codes: ReadonlyMap<number, { glyph: number; text: string }>;
}

/** Text of a glyph that is a part of the one before: a format character, which pdf.js leaves out; it reads a code without text as a letter. */
const PART = "\u200b";
/** Codes have two bytes. */
const CODE_MAX = 0xffff;
/** In UTF-16 units: a table of characters gives a code 512 bytes at most (bfchar). */
const TEXT_UNITS_MAX = 256;
const hidden = (code: string) => `>]TJ/Span<</ActualText<FEFF>>>BDC[<${code}>]TJ EMC[<`;

/** Cut before half a character. */
const cut = (text: string) => text.slice(0, TEXT_UNITS_MAX).replace(/[\ud800-\udbff]$/u, "");

export function usedGlyphs(face: FontFace): UsedGlyphs {
  const codes = new Map<number, { glyph: number; text: string }>();
  const further = new Map<string, number>();
  const codeFor = (glyph: number, text: string | null): number => {
    const own = String.fromCodePoint(face.codeOf(glyph));
    const known = text === null || text === own ? glyph : further.get(`${glyph} ${text}`);
    const next = face.glyphCount + further.size;
    // Once no code is free, the glyph is still drawn; its characters are those of its own code.
    if (known === undefined && next > CODE_MAX) return codeFor(glyph, null);
    const code = known ?? next;
    if (known === undefined) further.set(`${glyph} ${text}`, code);
    if (!codes.has(code)) codes.set(code, { glyph, text: cut(text ?? own) });
    return code;
  };
  return {
    codes,
    show(shown, text, isHidden = false) {
      let rest = text ?? null;
      return shown.replaceAll(/<([0-9a-f]+)>/gu, (_, glyphs: string) => {
        const written = glyphs.replaceAll(/.{4}/gu, (glyph) => {
          const code = codeFor(Number.parseInt(glyph, 16), rest).toString(16).padStart(4, "0");
          const isPart = rest === PART;
          if (rest !== null) rest = PART;
          return isPart && isHidden ? hidden(code) : code;
        });
        return `<${written}>`;
      });
    },
  };
}
