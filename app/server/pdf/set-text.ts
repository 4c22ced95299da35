import type { FontFace } from "#app/server/pdf/font-face.ts";
import { hex } from "#app/server/pdf/pdf-file.ts";
import { type Cluster, widthOf } from "#app/server/pdf/shape-text.ts";

/**
 * Shaped text as the operators that show it. It is kept so from line to page, not as clusters: eight hours of talk are a million
 * letters, and an isolate has 128 MB.
 */
export type SetText = { runs: readonly SetRun[]; width: number };
type SetRun = {
  face: FontFace;
  /** The operand of TJ, without its brackets: glyphs in hexadecimal, and what they are moved by. */
  shown: string;
  /** The characters that boxes stand for, for screen readers and copied text. */
  actual: string | null;
};

export function setText(clusters: readonly Cluster[], size: number): SetText {
  const runs: SetRun[] = [];
  let from = 0;
  for (let at = 1; at <= clusters.length; at += 1) {
    const [first, next] = [clusters[from], clusters[at]];
    if (!first || (next && next.face === first.face && !next.missing && !first.missing)) continue;
    const run = clusters.slice(from, at);
    runs.push({
      face: first.face,
      shown: showing(run, size),
      actual: first.missing ? hex(run.map(({ text }) => text).join("")) : null,
    });
    from = at;
  }
  return { runs, width: widthOf(clusters) };
}

function showing(clusters: readonly Cluster[], size: number): string {
  const parts: string[] = ["<"];
  for (const [index, { glyph, width, advance }] of clusters.entries()) {
    parts.push(glyph.toString(16).padStart(4, "0"));
    const moved = Math.round(((advance - width) * 1000) / size);
    if (moved !== 0 && index < clusters.length - 1) parts.push(`>${moved}<`);
  }
  parts.push(">");
  // Joined, the string is one piece of memory; added to, it would be a chain of its parts.
  return parts.join("");
}

/** The glyphs that an operand shows. */
export function glyphsOf(shown: string): number[] {
  return [...shown.matchAll(/<([0-9a-f]+)>/gu)].flatMap(([, glyphs = ""]) =>
    Array.from({ length: glyphs.length / 4 }, (_, index) =>
      Number.parseInt(glyphs.slice(index * 4, index * 4 + 4), 16),
    ),
  );
}
