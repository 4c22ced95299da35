import type { CrmSettings } from "#app/contracts/connections.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { CRM_NOTE_CHARS_MAX, CRM_PROPERTY_CHARS_MAX, CRM_TASKS_MAX } from "#app/domain/limits/deliveries.ts";
import { HOUR_MS } from "#app/domain/limits/units.ts";
import { dayAt, startOfDay } from "#app/domain/search/local-day.ts";
import { dueDayOf } from "#app/domain/tasks/due-day.ts";
import { labelNumber } from "#app/domain/transcript/speaker-label.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { escapeXml } from "#app/server/exports/escape-xml.ts";
import { writerOf } from "#app/server/exports/fields/field-writers.ts";
import {
  EXPORT_TEXTS,
  type ExportTexts,
  findField,
  type Marked,
  type Minutes,
  minutesOf,
} from "#app/server/exports/minutes.ts";
import type { TaskOwner } from "#app/server/crm/task-owners.ts";
import type { CrmEntry } from "#app/server/ports/crm.ts";

/** The name of the note among the receipts: it is made first. */
export const NOTE_PART = "note";

/** Everything that a meeting's minutes become at a CRM. `part` names an entry in the receipts, `mark` in its text there. */
export type PlannedEntry = { part: string; mark: string; entry: CrmEntry };
export type CrmPlan = {
  /** The word by which entries of this meeting are found. */
  word: string;
  entries: PlannedEntry[];
  /** Values of the contacts' properties. */
  properties: Record<string, string>;
  /** For the preview: the note as text, and the tasks with their days as they were said. */
  text: string;
  tasks: { title: string; due: string | null; owner: string | null }[];
};

type Task = Marked & {
  id?: string | undefined;
  text: string;
  description: string | null;
  assigned: string | null;
  deadline: string | null;
  done?: true | undefined;
};

/**
 * Plans the entries of a meeting. Titles of predefined fields are in the language of the minutes. The transcript is never part of them.
 * The mark in each text lets a later delivery find what an earlier one made, also where its receipt was lost. `owners`: users of the CRM by
 * the names to which tasks are assigned.
 */
export async function planEntries(
  view: MeetingView,
  {
    settings,
    origin,
    owners = new Map(),
  }: { settings: CrmSettings; origin: string; owners?: ReadonlyMap<string, TaskOwner> },
): Promise<CrmPlan> {
  const { head, summary } = view;
  const locale = parseLocale(summary?.language ?? "") ?? LOCALE_FALLBACK;
  const t = translator(await openI18n(locale), locale, EXPORT_TEXTS);
  const minutes = minutesOf(view, t, { locale });
  const { meetId, startsAt, durationMs, title } = head;
  const url = `${origin}/${meetId}`;
  const blocks = blocksOf(minutes);
  const html = blocks.map(({ lines, heading }) => blockHtml(heading, lines)).join("");
  const facts = factsOf(view, minutes, t);
  const endingOf = (mark: string) => `<p><a href="${escapeXml(url)}">${escapeXml(url)}</a> (${mark})</p>`;
  const bodyOf = (mark: string) =>
    `<p><strong>${escapeXml(title)}</strong><br>${facts.map(escapeXml).join("<br>")}</p>${html}${endingOf(mark)}`;
  const entries: PlannedEntry[] = [];
  const noteMark = `acta ${meetId}`;
  entries.push({
    part: NOTE_PART,
    mark: noteMark,
    entry: { what: "note", title, html: bodyOf(noteMark), at: startsAt },
  });
  if (settings.meeting) {
    const endsAt = startsAt + (durationMs ?? 0);
    const body = `<p>${facts.map(escapeXml).join("<br>")}</p>${endingOf(noteMark)}`;
    const entry = { what: "meeting" as const, title, html: body, startsAt, endsAt };
    entries.push({ part: "meeting", mark: noteMark, entry });
  }
  const tasks = settings.tasks ? tasksOf(view) : [];
  const ownerOf = ({ assigned }: Task) => (assigned === null ? undefined : owners.get(assigned));
  for (const task of tasks) {
    const mark = `acta ${meetId} ${task.id}`;
    const said = [task.description, task.deadline === null ? null : minutes.deadline(task.deadline)];
    const words = said.flatMap((text) => (text === null ? [] : [`<p>${escapeXml(text)}</p>`])).join("");
    const entry = {
      what: "task" as const,
      title: `${task.text}${markOf(minutes, task)}`,
      html: `${words}${endingOf(mark)}`,
      ...dueOf(task, head),
      isDone: task.done === true,
      ownerId: ownerOf(task)?.id ?? null,
    };
    entries.push({ part: `task/${task.id}`, mark, entry });
  }
  return {
    word: meetId,
    entries,
    properties: propertiesOf(minutes, settings),
    text: [
      [title, ...facts].join("\n"),
      ...blocks.map(({ heading, lines }) => [heading, ...lines].join("\n")),
      url,
    ].join("\n\n"),
    tasks: tasks.map((task) => ({
      title: `${task.text}${markOf(minutes, task)}`,
      due: task.deadline === null ? null : minutes.deadline(task.deadline),
      owner: ownerOf(task)?.name ?? null,
    })),
  };
}

/** The people who took part, as far as their names are known: who spoke, and who was in the call. */
export function participantsOf({ head, segments }: MeetingView): string[] {
  const names = [...segments.map(({ speaker }) => speaker), ...(head.call?.people ?? []).map(({ name }) => name)];
  return [...new Set(names)].flatMap((name) => (name === null || labelNumber(name) !== null ? [] : [name]));
}

/** When, how long and in which language; and who took part. */
function factsOf(view: MeetingView, minutes: Minutes, t: ExportTexts): string[] {
  const names = participantsOf(view).join(", ");
  return [minutes.when.join(" · "), ...(names === "" ? [] : [t("exporting:participants", { names })])];
}

/** Noon where the meeting was: midnight in UTC is the day before for everybody west of it. */
const DUE_HOUR = 12;

/** Some CRMs have no task without a time: one without a day is due a week after its meeting, never while people still sit in it. */
const NO_DAY_WAITS_MS = 7 * 24 * HOUR_MS;

function dueOf({ deadline }: Task, head: MeetingView["head"]): { dueDay: string | null; dueAt: number } {
  const { startsAt, timeZone } = head;
  const dueDay = dueDayOf(deadline, head)?.day ?? null;
  const day = dueDay ?? dayAt(startsAt + NO_DAY_WAITS_MS, timeZone);
  return { dueDay, dueAt: startOfDay(day, timeZone) + DUE_HOUR * HOUR_MS };
}

type Block = { heading: string; lines: string[] };

/** Whole sections, as many as a note may hold. */
function blocksOf(minutes: Minutes): Block[] {
  const blocks: Block[] = minutes.caution === null ? [] : [{ heading: minutes.template, lines: [minutes.caution] }];
  let chars = 0;
  for (const { title, content, nothing } of minutes.sections) {
    const lines = content === null ? [nothing] : linesOf(minutes, content);
    // The markup and escaped signs around each line.
    chars += blockHtml(title, lines).length;
    if (chars > CRM_NOTE_CHARS_MAX) break;
    blocks.push({ heading: title, lines });
  }
  return blocks;
}

type Content = NonNullable<Minutes["sections"][number]["content"]>;

/** Lines of plain text, without moments: outside Acta they lead nowhere. */
function linesOf(minutes: Minutes, content: Content): string[] {
  return writerOf(content.type)
    .plainText(content, { minutes, at: (line) => markOf(minutes, line) })
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function markOf(minutes: Minutes, line: Marked): string {
  const mark = minutes.unconfirmedMark(line);
  return mark === null ? "" : ` (${mark})`;
}

function blockHtml(heading: string, lines: readonly string[]): string {
  const title = `<p><strong>${escapeXml(heading)}</strong></p>`;
  const [only = "", ...more] = lines;
  if (more.length === 0 && !only.startsWith("- ")) return `${title}<p>${escapeXml(only)}</p>`;
  return `${title}<ul>${lines.map((line) => `<li>${escapeXml(line.replace(/^- /u, ""))}</li>`).join("")}</ul>`;
}

/** Tasks that have an id, so that each is one task there, however often it is sent. */
function tasksOf({ summary }: MeetingView): (Task & { id: string })[] {
  const items = (summary?.fields ?? []).flatMap(({ content }): Task[] =>
    content.type === "tasks" ? content.items : [],
  );
  return items.flatMap((task) => (task.id === undefined ? [] : [{ ...task, id: task.id }])).slice(0, CRM_TASKS_MAX);
}

/**
 * The values of the mapped fields. A field about which nothing was said is left out: it must not empty what a person wrote at the CRM. Of
 * two mappings to one property the first counts.
 */
function propertiesOf(minutes: Minutes, { properties }: Pick<CrmSettings, "properties">): Record<string, string> {
  const values: Record<string, string> = {};
  const said = minutes.fields.filter(({ content }) => content !== null);
  for (const mapping of properties) {
    const { property } = mapping;
    const found = findField(said, mapping);
    if (found === undefined || found.content === null || Object.hasOwn(values, property)) continue;
    const text = linesOf(minutes, found.content).join("\n");
    if (text !== "") values[property] = beginningOf(text, CRM_PROPERTY_CHARS_MAX);
  }
  return values;
}
