import { EXPORT_VERSION, type MeetingExport } from "#app/contracts/meeting-export.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import type { FieldContent, Minutes } from "#app/server/exports/minutes.ts";

/** Names of segments in the document, by id; segments that the document does not hold have none. */
type SegmentNames = ReadonlyMap<string, string>;

/**
 * The meeting as data. Titles of fields are those that the page shows. `shared`: the file is for the holder of a share link, who
 * gets none of our ids.
 */
export function writeJson(
  { head, summary, segments }: MeetingView,
  { fields }: Minutes,
  { shared }: { shared: boolean },
): string {
  const names: SegmentNames = new Map(segments.map(({ id }, index) => [id, shared ? `s${index + 1}` : id]));
  const exported: MeetingExport = {
    version: EXPORT_VERSION,
    meeting: {
      id: shared ? null : head.meetId,
      title: head.title,
      startsAt: new Date(head.startsAt).toISOString(),
      timeZone: head.timeZone,
      language: head.language,
      durationMs: head.durationMs,
      cutOff: head.cutOff === true,
      status: head.status,
    },
    summary: summary && {
      language: summary.language,
      template: summary.template.name,
      engine: summary.engine.model,
      writtenAt: new Date(summary.writtenAt).toISOString(),
      fields: summary.template.fields.flatMap(({ key }, index) => {
        const field = fields[index];
        return field?.content ? [{ key, title: field.title, content: contentOf(field.content, names) }] : [];
      }),
    },
    transcript: segments.map(({ id, startMs, endMs, speaker, text }) => ({
      id: names.get(id) ?? "",
      startMs,
      endMs,
      speaker,
      text,
    })),
  };
  return `${JSON.stringify(exported, null, 2)}\n`;
}

type ExportedContent = NonNullable<MeetingExport["summary"]>["fields"][number]["content"];

/** Copies only the fields that the schema names: ids of lines belong to the page. */
function contentOf(content: FieldContent, names: SegmentNames): ExportedContent {
  const { type } = content;
  switch (type) {
    case "tasks":
      return {
        type,
        items: content.items.map((task) => ({
          ...lineOf(task, names),
          description: task.description,
          assigned: task.assigned,
          deadline: task.deadline,
          done: task.done === true,
        })),
      };
    case "titleSubtitle":
      return { type, items: content.items.map((item) => ({ ...lineOf(item, names), subtitle: item.subtitle })) };
    case "customTable":
      return {
        type,
        columns: content.columns,
        rows: content.rows.map((row) => ({ cells: row.cells, ...marksOf(row, names) })),
      };
    case "summary":
    case "keypoints":
    case "keywords":
    case "bullets":
    case "customText":
    case "customBullets":
    case "customHashtag":
      return { type, items: content.items.map((item) => lineOf(item, names)) };
    default:
      return assertNever(type);
  }
}

type Line = { segmentIds: string[]; byHand?: true | undefined; outdated?: true | undefined };

function lineOf(item: Line & { text: string }, names: SegmentNames) {
  return { text: item.text, ...marksOf(item, names) };
}

function marksOf({ segmentIds, byHand, outdated }: Line, names: SegmentNames) {
  return {
    segmentIds: segmentIds.flatMap((id) => names.get(id) ?? []),
    byHand: byHand === true,
    outdated: outdated === true,
  };
}
