import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";

type Summary = NonNullable<MeetingView["summary"]>;

/**
 * A meeting without the names of who said what: in its transcript, among its people, and before its quotations. The words stay as they
 * are, and with them the names that somebody said or wrote, such as the owner of a task.
 */
export function withoutNames({ head, summary, segments }: MeetingView): MeetingView {
  return {
    head: head.call === undefined ? head : { ...head, call: { ...head.call, people: [] } },
    segments: segments.map((segment) => ({ ...segment, speaker: null })),
    summary: summary && {
      ...summary,
      fields: summary.fields.map(unnamed),
      ...(summary.quotations && {
        quotations: { ...summary.quotations, fields: summary.quotations.fields.map(unnamed) },
      }),
    },
  };
}

function unnamed(field: Summary["fields"][number]): Summary["fields"][number] {
  const { content } = field;
  if (content.type !== "summary" && content.type !== "keypoints") return field;
  const items = content.items.map((item) =>
    item.quoted ? { ...item, quoted: { ...item.quoted, speaker: null } } : item,
  );
  return { ...field, content: { ...content, items } };
}
