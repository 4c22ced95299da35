import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { head, view } from "#tests/unit/meeting-page/build-view.ts";

export const CRM_TITLE = "Layoffs in March";

/** A meeting as its people see it, with a summary and two tasks. */
export function minutesView(meetId: string, summary: string): MeetingView {
  return view({
    head: head({ meetId, title: CRM_TITLE, startsAt: Date.UTC(2026, 10, 20, 9, 30), durationMs: 95_000 }),
    segments: [],
    summary: {
      language: "en",
      template: {
        id: null,
        name: "Basic system",
        fields: [
          { key: "summary", title: null, prompt: "", type: "summary", required: true },
          { key: "tasks", title: null, prompt: "", type: "tasks", required: false },
        ],
      },
      fields: [
        { key: "summary", title: null, content: { type: "summary", items: [{ text: summary, segmentIds: [] }] } },
        {
          key: "tasks",
          title: null,
          content: {
            type: "tasks",
            items: [
              {
                id: "t1",
                text: "Call Sara",
                description: null,
                assigned: "Tom",
                deadline: "2026-12-01",
                segmentIds: [],
              },
              { id: "t2", text: "Send the list", description: null, assigned: null, deadline: null, segmentIds: [] },
            ],
          },
        },
      ],
      engine: { port: "openai", model: "a model" },
      writtenAt: Date.UTC(2026, 10, 20, 10),
      droppedItems: 0,
    },
  });
}
