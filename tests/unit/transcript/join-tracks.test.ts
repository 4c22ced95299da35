import { expect, test } from "vitest";
import { joinTracks } from "#app/domain/transcript/join-tracks.ts";
import { mergeWindows } from "#app/domain/transcript/merge-windows.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce } from "#app/domain/turns.ts";

let ids = 0;
const said = (startMs: number, text: string, endMs = startMs + 3000): Segment => ({
  id: `w${(ids += 1)}-0`,
  startMs,
  endMs,
  text,
  speaker: null,
});
const joined = (...tracks: Segment[][]) => runAtOnce(joinTracks(tracks)).map(({ text }) => text);

test("the words of two tracks stand in the order of time", () => {
  const microphone = [said(0, "Shall we begin with the budget?"), said(8000, "Then I close it.")];
  const desktop = [said(4000, "Yes, it was approved on Monday.")];
  expect(joined(microphone, desktop)).toEqual([
    "Shall we begin with the budget?",
    "Yes, it was approved on Monday.",
    "Then I close it.",
  ]);
});

test.each<[string, Segment[], Segment[], string[]]>([
  [
    "the loudspeakers in the microphone, heard a little differently",
    [said(4200, "Yes it was improved on Monday morning")],
    [said(4000, "Yes, it was approved on Monday morning.")],
    ["Yes it was improved on Monday morning"],
  ],
  [
    "one source beside a longer mix",
    [said(0, "Nine copper valves.")],
    [said(200, "Who orders them? Nine copper valves. Fine.", 9000)],
    ["Who orders them? Nine copper valves. Fine."],
  ],
  ["a short word that both tracks hold", [said(0, "Yes.")], [said(300, "Yes.")], ["Yes."]],
])("a repeat is left out: %s", (_what, first, second, expected) => {
  expect(joined(first, second)).toEqual(expected);
});

test.each<[string, Segment[], Segment[]]>([
  ["the same words at another time", [said(0, "Yes, on Monday.")], [said(9000, "Yes, on Monday.")]],
  ["other words at the same time", [said(0, "We close the harbour office.")], [said(0, "They open the new one.")]],
  ["two answers of one word", [said(0, "Yes.")], [said(0, "No.")]],
])("nothing else is left out: %s", (_what, first, second) => {
  expect(joined(first, second)).toHaveLength(2);
});

test("words that one person says twice in one track stay", () => {
  expect(joined([said(0, "No."), said(1000, "No.")], [said(60_000, "Good.")])).toHaveLength(3);
});

test("windows of two tracks are cut at the borders of their own track", () => {
  const window = (index: number, startMs: number, text: string) => ({
    index,
    startMs,
    endMs: startMs + 300_000,
    segments: [{ startMs: startMs + 1000, endMs: startMs + 9000, text, speaker: null, words: null }],
  });
  const windows = [
    window(0, 0, "one two three"),
    window(1, 0, "red green blue"),
    window(2, 300_000, "four five six"),
    window(3, 300_000, "black and white"),
  ];
  const tracks = { of: (index: number) => index % 2, mayRepeat: true };
  expect(mergeWindows(windows, "linked", tracks).map(({ text }) => text)).toEqual([
    "one two three",
    "red green blue",
    "four five six",
    "black and white",
  ]);
});

test("an hour of two tracks that hold the same words is joined in bounded work", () => {
  const track = () =>
    Array.from({ length: 1200 }, (_, at) => said(at * 3000, `this is sentence number ${at} of the hour`));
  let units = 0;
  const work = joinTracks([track(), track()]);
  let step = work.next();
  for (; !step.done; step = work.next()) units += step.value;
  expect(step.value).toHaveLength(1200);
  expect(units).toBeLessThan(1_000_000);
});
