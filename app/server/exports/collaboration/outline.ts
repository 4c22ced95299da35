import { beginningOf } from "#app/domain/beginning-of.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { isQuotation } from "#app/domain/summary/quotation.ts";
import type { FieldContent, SummaryItem } from "#app/domain/summary/summary.ts";
import { formatMoment } from "#app/domain/time.ts";
import type { Marked, Minutes, MinutesSection } from "#app/server/exports/minutes.ts";

/**
 * Minutes as sections of lines, without a layout: what Slack and Notion show. Both have lists, tasks and running text, and neither has all
 * of what a document can do, so that one form between them is enough.
 */

/** A part of a line. `isMark`: a moment, or that a person wrote the line. `url` is null where the recording cannot be played from there. */
export type OutlineRun = { text: string; url: string | null; isMark: boolean };

export type OutlineLine =
  | { kind: "paragraph" | "bullet"; runs: OutlineRun[]; under: string[] }
  | { kind: "task"; runs: OutlineRun[]; under: string[]; isDone: boolean }
  | { kind: "note"; runs: OutlineRun[]; under: string[] };

export type OutlineSection =
  | { kind: "lines"; title: string; lines: OutlineLine[] }
  | { kind: "table"; title: string; columns: string[]; rows: string[][] };

/** `page` is the meeting's address. */
export function outlineOf(minutes: Minutes, page: string): OutlineSection[] {
  const marks = (line: Marked): OutlineRun[] => {
    const manualMark = minutes.manualMark(line);
    if (manualMark !== null) return [{ text: manualMark, url: null, isMark: true }];
    const unconfirmedMark = minutes.unconfirmedMark(line);
    // Slack collects marks at the end of a paragraph: the doubt stays with its sentence.
    const doubt = unconfirmedMark === null ? [] : [{ text: `(${unconfirmedMark})`, url: null, isMark: false }];
    const moments = minutes.moments(line.segmentIds);
    const shown = (unconfirmedMark === null ? moments : moments.slice(0, 1)).map(({ startMs }) => ({
      text: formatMoment(startMs),
      url: minutes.reaches(startMs) ? `${page}?t=${Math.floor(startMs / 1000)}` : null,
      isMark: true,
    }));
    return [...doubt, ...shown];
  };
  const outlined = ({ title, content, nothing }: MinutesSection): OutlineSection =>
    content === null ? { kind: "lines", title, lines: [note(nothing)] } : sectionOf(title, content, { minutes, marks });
  const { below, caution } = minutes;
  return [
    ...(caution === null ? [] : [{ kind: "lines" as const, title: minutes.template, lines: [note(caution)] }]),
    ...minutes.sections.map(outlined),
    ...(below ? [{ kind: "lines" as const, title: below.title, lines: [note(below.intro)] }] : []),
    ...(below?.sections ?? []).map(outlined),
  ];
}

type Parts = { minutes: Minutes; marks: (line: Marked) => OutlineRun[] };

function sectionOf(title: string, content: FieldContent, { minutes, marks }: Parts): OutlineSection {
  const said = (item: SummaryItem): OutlineRun[] => [plain(minutes.words(item)), ...marks(item)];
  const linesOf = (lines: OutlineLine[]): OutlineSection => ({ kind: "lines", title, lines });
  switch (content.type) {
    case "summary":
    case "customText":
      // Sentences of different people make no paragraph.
      return linesOf(
        content.items.some(isQuotation)
          ? content.items.map((item) => ({ kind: "bullet", runs: said(item), under: [] }))
          : [{ kind: "paragraph", runs: content.items.flatMap(said), under: [] }],
      );
    case "keypoints":
    case "bullets":
    case "customBullets":
      return linesOf(content.items.map((item) => ({ kind: "bullet", runs: said(item), under: [] })));
    case "keywords":
      return linesOf([paragraph(content.items.map((item) => termOf(item, item.text, minutes)).join(", "))]);
    case "customHashtag":
      return linesOf([
        paragraph(content.items.map((item) => termOf(item, `#${item.text.replace(/^#/u, "")}`, minutes)).join(" ")),
      ]);
    case "titleSubtitle":
      return linesOf(
        content.items.map((item) => ({
          kind: "bullet",
          runs: said(item),
          under: item.subtitle === null ? [] : [item.subtitle],
        })),
      );
    case "tasks":
      return linesOf(
        content.items.map((task) => ({
          kind: "task",
          runs: said(task),
          under: [...(task.description === null ? [] : [task.description]), ...duties(task, minutes)],
          isDone: task.done === true,
        })),
      );
    case "customTable":
      return {
        kind: "table",
        title,
        columns: content.columns,
        rows: content.rows.map((row) => {
          const mark = minutes.unconfirmedMark(row);
          return content.columns.map((_, index) => {
            const cell = row.cells[index] ?? "";
            return index === 0 && mark !== null ? `${cell} (${mark})` : cell;
          });
        }),
      };
    default:
      return assertNever(content);
  }
}

/** A term has no moments here, and keeps its mark. */
function termOf(item: SummaryItem, text: string, minutes: Minutes): string {
  const mark = minutes.unconfirmedMark(item);
  return mark === null ? text : `${text} (${mark})`;
}

/** Only what was said: a line that says twice that nothing was said helps no reader of a list. */
function duties({ assigned, deadline }: { assigned: string | null; deadline: string | null }, minutes: Minutes) {
  const { task } = minutes.texts;
  const said = [
    ...(assigned === null ? [] : [`${task.assigned}: ${assigned}`]),
    ...(deadline === null ? [] : [`${task.deadline}: ${minutes.deadline(deadline)}`]),
  ];
  return said.length === 0 ? [] : [said.join(" · ")];
}

function plain(text: string): OutlineRun {
  return { text, url: null, isMark: false };
}

function paragraph(text: string): OutlineLine {
  return { kind: "paragraph", runs: [plain(text)], under: [] };
}

function note(text: string): OutlineLine {
  return { kind: "note", runs: [plain(text)], under: [] };
}

/** Cuts a text into pieces of at most `max` UTF-16 units, at a space where there is one, and never within a character. */
export function cutText(text: string, max: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > max) {
    const space = rest.lastIndexOf(" ", max);
    const end = space > max / 2 ? space : beginningOf(rest, max).length;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...pieces, rest];
}
