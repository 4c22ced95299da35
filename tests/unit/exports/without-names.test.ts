import { expect, test } from "vitest";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { EXPORT_TEXTS } from "#app/server/exports/minutes.ts";
import { withoutNames } from "#app/server/exports/without-names.ts";
import { writeFormat } from "#app/server/exports/write-format.ts";
import { segment, view } from "#tests/unit/meeting-page/build-view.ts";

const QUOTED = { speaker: "Ana Soler", exact: null, part: { kind: "topic", startMs: 0, endMs: 2000, keywords: [] } };
const MEETING = view({
  segments: [
    segment("a", 0, { speaker: "Ana Soler", text: "Luis writes the letter." }),
    segment("b", 40, { speaker: "Luis Vega", text: "By Friday." }),
  ],
  summary: {
    language: "en",
    template: {
      id: null,
      name: "Basic system",
      fields: [
        { key: "keypoints", title: null, prompt: "", type: "keypoints", required: true },
        { key: "tasks", title: null, prompt: "", type: "tasks", required: true },
      ],
    },
    fields: [
      {
        key: "keypoints",
        title: null,
        content: { type: "keypoints", items: [{ text: "Luis writes the letter.", segmentIds: ["a"], quoted: QUOTED }] },
      },
      {
        key: "tasks",
        title: null,
        content: {
          type: "tasks",
          items: [{ text: "The letter", segmentIds: ["b"], description: null, assigned: "Luis", deadline: null }],
        },
      },
    ],
    engine: { port: "extractive", model: "extractive" },
    writtenAt: 0,
    droppedItems: 0,
  },
} as never);

test.each(["md", "txt", "srt", "vtt", "json"] as const)(
  "%s without speaker names names nobody who spoke",
  async (format) => {
    const t = translator(await openI18n("en"), "en", EXPORT_TEXTS);
    const options = { t, locale: "en", page: "https://acta.example/x", shared: false, transcript: true } as const;
    const full = String(writeFormat(MEETING, format, options));
    expect(full).toContain("Ana Soler");
    const file = String(writeFormat(withoutNames(MEETING), format, options));
    for (const name of ["Ana Soler", "Luis Vega"]) expect(file).not.toContain(name);
    // Words that were said, and the owner of a task, stay.
    expect(file).toContain("Luis writes the letter.");
    expect(file).toContain("By Friday.");
  },
);
