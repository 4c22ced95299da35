import { expect, test } from "vitest";
import type { SearchAnswer } from "#app/contracts/search-answer.ts";
import { boxGroups, momentHref, searchHref } from "#app/features/search/box-options.ts";
import type { BoxAction } from "#app/features/search/use-box-actions.ts";

const ACTIONS: BoxAction[] = [
  { name: "invite", icon: "video", text: "invite to meeting", href: "/?invite=1" },
  { name: "upload", icon: "upload", text: "upload recording", href: "/?upload=1" },
  { name: "record", icon: "microphone", text: "record here", href: "/?record=1" },
  { name: "home", icon: "home", text: "Home", href: "/" },
  { name: "history", icon: "list", text: "History", href: "/history" },
  { name: "settings", icon: "person", text: "Settings", href: "/settings" },
];
const ASKED: SearchAnswer["asked"] = {
  words: [],
  phrases: [],
  speakers: [],
  persons: [],
  source: null,
  after: null,
  before: null,
  unread: [],
};
const DESK: SearchAnswer["meetings"][number] = {
  meetId: "desk",
  title: "The form of the desk",
  startsAt: 0,
  durationMs: null,
  count: 6,
  moments: [
    {
      kind: "title",
      text: "The form of the desk",
      marks: [{ start: 4, end: 8 }],
      startMs: null,
      segmentId: null,
      speaker: null,
    },
    {
      kind: "transcript",
      text: "Every third form.",
      marks: [{ start: 12, end: 16 }],
      startMs: 1_184_900,
      segmentId: "w0-7",
      speaker: "Jonas",
    },
  ],
};
const answerOf = (meetings: SearchAnswer["meetings"]): SearchAnswer => ({
  asked: ASKED,
  meetings,
  cursor: null,
  isComplete: true,
});

type Input = Parameters<typeof boxGroups>[0];
function shown(input: Partial<Input>) {
  const { groups, first } = boxGroups({
    typed: "",
    answer: null,
    isCurrent: false,
    hasFailed: false,
    recent: [],
    actions: ACTIONS,
    ...input,
  });
  return { groups: groups.map(({ name, options }) => [name, options.map(({ id }) => id)]), first: first?.id ?? null };
}

const HINTS = ["hints", ["hint-from", "hint-person", "hint-after", "hint-before"]];
const ASK = ["ask", ["ask"]];
const ALWAYS = ["act-invite", "act-upload", "act-record", "act-history"];

test("an empty box offers recent searches, the filters as words, and every action; Enter alone takes none", () => {
  expect(shown({ recent: ["form", "desk"] })).toEqual({
    groups: [
      ["recent", ["recent-0", "recent-1", "forget"]],
      HINTS,
      ["actions", ["act-invite", "act-upload", "act-record", "act-home", "act-history", "act-settings"]],
    ],
    first: null,
  });
});

test("a filter whose value is still to be typed is not searched for", () => {
  expect(shown({ typed: "from:", recent: ["form"] }).groups[0]).toEqual(HINTS);
});

test("found meetings come with their moments, a count of the rest and the page of all; Enter takes the first moment", () => {
  expect(shown({ typed: "form", answer: answerOf([DESK]), isCurrent: true })).toEqual({
    groups: [["desk", ["hit-desk", "hit-desk-0", "hit-desk-more"]], ASK, ["actions", ["all", ...ALWAYS]]],
    first: "hit-desk-0",
  });
});

test("a moment opens the meeting at its time and segment, and a person or title the meeting", () => {
  const [title, form] = DESK.moments;
  expect(form && momentHref("desk", form)).toBe("/desk?t=1184#s-w0-7");
  expect(title && momentHref("desk", title)).toBe("/desk");
  expect(searchHref("the desk & more")).toBe("/search?q=the+desk+%26+more");
});

test("a search without a result offers wider ones, and the first of them is chosen", () => {
  const { groups, first } = boxGroups({
    typed: 'leasing van with:jonas "last year"',
    answer: answerOf([]),
    isCurrent: true,
    hasFailed: false,
    recent: [],
    actions: ACTIONS,
  });
  const wider = groups[0]?.options.map((option) => ("part" in option ? [option.part, option.typed] : []));
  expect(wider).toEqual([
    ["with:jonas", 'leasing van "last year"'],
    ["leasing", "leasing"],
    ["van", "van"],
    ['"last year"', '"last year"'],
  ]);
  expect(first?.id).toBe("without-0");
});

test("a question without a result is offered to be asked before wider searches", () => {
  const { groups } = shown({ typed: "leasing van?", answer: answerOf([]), isCurrent: true });
  expect(groups.map(([name]) => name)).toEqual(["ask", "wider", "actions"]);
});

test("a page without a result that is not the last leads to the older meetings, and says of none that it is not there", () => {
  const answer = { ...answerOf([]), cursor: "5.desk" };
  expect(shown({ typed: "from:ana budget", answer, isCurrent: true })).toEqual({
    groups: [ASK, ["actions", ["older", ...ALWAYS]]],
    first: "older",
  });
});

test.each<[string, Partial<Input>, string | null]>([
  ["while the answer is on its way", { typed: "set" }, null],
  ["while an answer of an earlier text is shown", { typed: "sett", answer: answerOf([]) }, null],
  ["while meetings of an earlier text are shown", { typed: "form x", answer: answerOf([DESK]) }, null],
  [
    "when nothing was found and an action has the word",
    { typed: "set", answer: answerOf([]), isCurrent: true },
    "act-settings",
  ],
  ["when nothing was found and no action has it", { typed: "zzz", answer: answerOf([]), isCurrent: true }, null],
  [
    "on a question asks it, whatever the search has found",
    { typed: "form?", answer: answerOf([DESK]), isCurrent: true },
    "ask",
  ],
  ["on a question does not wait for the search", { typed: "form?" }, "ask"],
  ["when the search failed", { typed: "zzz", hasFailed: true }, "again"],
  ["when it failed after an earlier text", { typed: "zzz", answer: answerOf([DESK]), hasFailed: true }, "again"],
])("Enter %s", (_when, input, first) => {
  expect(shown(input).first).toBe(first);
});

test("actions are found by the beginnings of their words", () => {
  expect(shown({ typed: "rec up" }).groups).toEqual([ASK, ["actions", ["act-upload"]]]);
  expect(shown({ typed: "form" }).groups).toEqual([ASK, ["actions", ALWAYS]]);
});
