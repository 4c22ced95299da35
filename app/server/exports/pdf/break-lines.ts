import type { Cluster } from "#app/server/exports/pdf/shape-text.ts";

/** A cluster and the number of the span that it came from; in a paragraph with Arabic or Hebrew, also its level (visual-order.ts). */
export type Placed = { cluster: Cluster; span: number; level?: number };

/**
 * Breaks a paragraph into lines that are at most `width` points wide: after spaces, hyphens and dashes, between ideographs, and in
 * a word that is wider than a line wherever it has to be (after a sign rather than a letter where one is near). No-break spaces
 * hold.
 */
export function breakLines(clusters: readonly Placed[], width: number): Placed[][] {
  const lines: Placed[][] = [];
  let from = 0;
  let used = 0;
  /** The index after which the line may end, and how much of the line ends there. */
  let chance = -1;
  let at = 0;
  while (at < clusters.length) {
    const { cluster } = clusters[at] as Placed;
    const fits = used + cluster.width <= width + TOLERANCE || isSpace(cluster.text);
    if (!fits && at > from) {
      const end = chance >= from ? chance : emergency(clusters, from, at);
      const next = skipSpaces(clusters, end + 1);
      lines.push(trimmed(clusters.slice(from, end + 1), next < clusters.length));
      from = next;
      at = from;
      used = 0;
      chance = -1;
      continue;
    }
    used += cluster.width;
    if (mayEndAfter(clusters, at)) chance = at;
    at += 1;
  }
  const rest = trimmed(clusters.slice(from), false);
  if (rest.length > 0) lines.push(rest);
  return lines;
}

const TOLERANCE = 0.01;
/** Distance, in clusters from the end of the line, in which a too wide word is searched for a sign to break after. */
const SIGN_REACH = 12;

function isSpace(text: string): boolean {
  return /^[ \u2000-\u2006\u2008\u200a\u3000]$/u.test(text);
}

function mayEndAfter(clusters: readonly Placed[], at: number): boolean {
  const text = clusters[at]?.cluster.text ?? "";
  const next = clusters[at + 1]?.cluster.text ?? "";
  if (isSpace(text)) return true;
  if (next === "" || isSpace(next) || CLOSING.test(next) || OPENING.test(text)) return false;
  const endsWord = clusters[at]?.cluster.endsWord;
  if (endsWord !== undefined) return endsWord;
  if (text.endsWith("\u0f0b")) return true;
  if (/^[-\u2010\u2013\u2014]$/u.test(text))
    return at > 0 && !isSpace(clusters[at - 1]?.cluster.text ?? " ") && !/^\d/.test(next);
  return IDEOGRAPH.test(text) || IDEOGRAPH.test(next);
}

const IDEOGRAPH = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3001\u3002\uff01-\uff5e]/u;
/** Signs that begin no line: what closes, small kana, and the signs that lengthen or repeat. */
const CLOSING =
  /^[\p{Pe}\p{Pf}.,;:!?%\u3001\u3002\uff01\uff05\uff0c\uff0e\uff1a\uff1b\uff1f\u30fc\u3005\u30fb\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee]/u;
const OPENING = /^[\p{Ps}\p{Pi}]$/u;

/** The last place in [from, at) at which a word that is wider than the line is cut. */
function emergency(clusters: readonly Placed[], from: number, at: number): number {
  for (let index = at - 1; index > Math.max(from, at - SIGN_REACH); index -= 1) {
    if (/^[/._?&=#@:+-]$/u.test(clusters[index]?.cluster.text ?? "")) return index;
  }
  return at - 1;
}

/**
 * Removes the spaces at the end of a line, except one if the paragraph goes on: it is invisible, and it separates two words for
 * screen readers and for copied text.
 */
function trimmed(line: readonly Placed[], goesOn: boolean): Placed[] {
  let end = line.length;
  while (end > 0 && isSpace(line[end - 1]?.cluster.text ?? "")) end -= 1;
  return line.slice(0, goesOn ? end + 1 : end);
}

function skipSpaces(clusters: readonly Placed[], from: number): number {
  let at = from;
  while (at < clusters.length && isSpace(clusters[at]?.cluster.text ?? "")) at += 1;
  return at;
}
