import type { Canvas } from "#app/server/exports/pdf/canvas.ts";

/** A strip of a page that is not divided: a line, a row's slice, a rule. */
export type Strip = {
  height: number;
  /** Space above it, which falls away at the top of a page. */
  before: number;
  /** Stays on the page of the strip after it. */
  keepNext: boolean;
  /** Separates the strips above and below it, so it is omitted at the top of a page. */
  parting?: boolean;
  /** Begins a new page. */
  newPage?: boolean;
  /** Comes again above this strip where it begins a page: a table's head, as decoration. */
  again?: Strip;
  /** An entry of the reader's sidebar. */
  title?: string;
  draw(canvas: Canvas, top: number): void;
};

export type Laid = { strip: Strip; top: number };

/**
 * Places strips on pages of this height. Strips that belong together move to the next page together; they are divided only if they
 * are taller than a page.
 */
export function paginate(strips: readonly Strip[], height: number): Laid[][] {
  const pages: Laid[][] = [[]];
  let y = 0;
  const current = () => pages.at(-1) ?? [];
  const turn = () => {
    pages.push([]);
    y = 0;
  };
  const put = (strip: Strip) => {
    const top = current().length === 0 ? 0 : y + strip.before;
    current().push({ strip, top });
    y = top + strip.height;
  };
  for (const chunk of chunksOf(strips)) {
    const first = chunk[0];
    if (first?.newPage === true && current().length > 0) turn();
    const needed = chunk.reduce((sum, strip, index) => sum + strip.height + (index === 0 ? 0 : strip.before), 0);
    const fits = current().length === 0 || y + (first?.before ?? 0) + needed <= height;
    if (!fits) turn();
    for (const strip of chunk) {
      if (current().length > 0 && y + strip.before + strip.height > height) turn();
      if (current().length === 0 && strip.again) put(strip.again);
      if (current().length === 0 && strip.parting === true) continue;
      put(strip);
    }
  }
  return pages;
}

function chunksOf(strips: readonly Strip[]): Strip[][] {
  const chunks: Strip[][] = [];
  let open: Strip[] | null = null;
  for (const strip of strips) {
    if (open && strip.newPage !== true) open.push(strip);
    else {
      open = [strip];
      chunks.push(open);
    }
    if (!strip.keepNext) open = null;
  }
  return chunks;
}

/** Whether a line stays with the next one, so that neither the first nor the last line is alone on a page. */
export function keepsNext(index: number, count: number, last: boolean): boolean {
  if (index === count - 1) return last;
  return index === 0 || index === count - 2;
}
