import { EXPORT_VERSION, type MeetingExport } from "#app/contracts/meeting-export.ts";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import type { Minutes } from "#app/server/exports/minutes.ts";

/** The meeting as data. Titles of fields are those that the page shows. */
export function writeJson({ head, summary, segments }: MeetingView, { fields }: Minutes): string {
  const exported: MeetingExport = {
    version: EXPORT_VERSION,
    meeting: {
      id: head.meetId,
      title: head.title,
      startsAt: new Date(head.startsAt).toISOString(),
      timeZone: head.timeZone,
      language: head.language,
      durationMs: head.durationMs,
      status: head.status,
    },
    summary: summary && {
      language: summary.language,
      template: summary.template.name,
      engine: summary.engine.model,
      writtenAt: new Date(summary.writtenAt).toISOString(),
      fields: summary.template.fields.flatMap(({ key }, index) => {
        const field = fields[index];
        return field?.content ? [{ key, title: field.title, content: field.content }] : [];
      }),
    },
    transcript: segments.map(({ id, startMs, endMs, speaker, text }) => ({ id, startMs, endMs, speaker, text })),
  };
  return `${JSON.stringify(exported, null, 2)}\n`;
}
