import { expect, test } from "vitest";
import { isSearched, passagesOf } from "#app/domain/search/passages.ts";

test.each([
  ["upload", true],
  ["invite", true],
  ["calendar", true],
  ["sample", false],
  ["", false],
])("a meeting from %j is found: %s", (source, is) => {
  expect(isSearched({ source })).toBe(is);
});

test("title, people, minutes with their first moments, and the transcript can be found", () => {
  const segment = (id: string, startMs: number, text: string) => ({
    id,
    startMs,
    endMs: startMs + 1,
    text,
    speaker: "Nora",
  });
  const passages = passagesOf({
    title: "Desk",
    people: ["Nora"],
    summary: {
      fields: [
        {
          key: "tasks",
          title: null,
          content: {
            type: "tasks",
            items: [
              {
                text: "Send the list",
                description: null,
                assigned: "Nora",
                deadline: "by Friday",
                segmentIds: ["b", "a"],
              },
            ],
          },
        },
        {
          key: "keypoints",
          title: null,
          content: { type: "keypoints", items: [{ text: "It opens at eight.", segmentIds: [], unconfirmed: true }] },
        },
      ],
    },
    segments: [segment("a", 1000, "I send it."), segment("b", 2000, "By Friday.")],
  });
  expect(passages).toEqual([
    { kind: "title", text: "Desk", startMs: null, segmentId: null, speaker: null },
    { kind: "person", text: "Nora", startMs: null, segmentId: null, speaker: null },
    { kind: "task", text: "Send the list · Nora · by Friday", startMs: 1000, segmentId: "a", speaker: null },
    { kind: "minutes", text: "It opens at eight.", startMs: null, segmentId: null, speaker: null, unconfirmed: true },
    { kind: "transcript", text: "I send it.", startMs: 1000, segmentId: "a", speaker: "Nora" },
    { kind: "transcript", text: "By Friday.", startMs: 2000, segmentId: "b", speaker: "Nora" },
  ]);
});
