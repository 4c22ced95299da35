import { expect, test } from "vitest";
import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import { readParagraphs } from "#app/domain/summary/notes/read-paragraphs.ts";
import { writeFromProse } from "#app/domain/summary/notes/write-from-prose.ts";
import type { ChatAnswer } from "#app/domain/summary/prompt/ask.ts";
import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";
import { BASIC_SYSTEM, type TemplateSnapshot } from "#app/domain/template/template.ts";
import type { FieldContent } from "#app/domain/summary/summary.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { segmentsOf } from "#tests/fixtures/notes.ts";
import { talk } from "#tests/unit/engines/transcripts.ts";

const signal = new AbortController().signal;
const isPart = (messages: readonly ChatMessage[]) =>
  messages[0]?.content.startsWith("You write what happened") === true;

/** A model with one answer after the other about parts; the last one again and again. `fields`: its answers about fields, by their form. */
function aModel(answers: (string | ChatAnswer)[], fields: (question: string) => string = () => "none") {
  const asked: ChatMessage[][] = [];
  let parts = 0;
  const ask = (messages: ChatMessage[]): Promise<ChatAnswer> => {
    asked.push(messages);
    if (!isPart(messages)) return Promise.resolve({ kind: "text", text: fields(messages.at(-1)?.content ?? "") });
    const answer = answers[Math.min(parts, answers.length - 1)] ?? "";
    parts += 1;
    return Promise.resolve(typeof answer === "string" ? { kind: "text", text: answer } : answer);
  };
  return { asked, ask, parts: () => asked.filter(isPart).length };
}

function keptAnswers() {
  const answers = new Map<string, string>();
  return {
    read: (key: string) => answers.get(key) ?? null,
    keep: (key: string, answer: string) => void answers.set(key, answer),
  };
}

const SAID = segmentsOf([
  ["Nora", "I think we should take the big room for the seminar in May."],
  ["Pau", "Then I write to the caterer about it."],
]);
const read = (model: ReturnType<typeof aModel>, segments: readonly Segment[] = SAID, more = {}) =>
  readParagraphs({ language: "en", segments, ask: model.ask, signal, ...more });
const COPY = "Nora: I think we should take the big room.";

test("a part is a paragraph, with its time and its segments", async () => {
  const model = aModel(["Nora wants the big room. Pau writes to the caterer."]);
  expect(await read(model)).toEqual([
    {
      startMs: 0,
      endMs: 1900,
      text: "Nora wants the big room. Pau writes to the caterer.",
      segmentIds: ["w0-0", "w0-1"],
    },
  ]);
});

test("an answer that repeats the talk is asked for again once, and the second one counts", async () => {
  const model = aModel([COPY, "Nora wants the big room."]);
  expect(await read(model)).toMatchObject([{ text: "Nora wants the big room." }]);
  expect(model.asked).toHaveLength(2);
  expect(model.asked[1]?.at(-1)?.content).toContain("That repeats the talk");
});

const QUOTED = {
  text: "Nora: “I think we should take the big room for the seminar in May.”",
  segmentIds: ["w0-0"],
  quoted: true,
};

test.each([
  { what: "repeats the talk twice", answers: [COPY] },
  { what: "is empty", answers: [""] },
  { what: "was asked too much", answers: [{ kind: "too-long" as const }] },
  { what: "ran out of room in its first sentence", answers: [{ kind: "cut-off" as const, text: "Nora wants" }] },
])("a part about which the model $what shows its longest line as a quotation", async ({ answers }) => {
  expect(await read(aModel(answers))).toMatchObject([QUOTED]);
});

test("a kept answer is not asked for again, quotations too; a changed line asks its own part", async () => {
  const kept = keptAnswers();
  const segments = talk(200);
  const model = aModel(["Crates go to warehouses.", COPY, "Something else happened here."]);
  const first = await read(model, segments, { kept });
  const asked = model.asked.length;
  expect(first.length).toBeGreaterThan(3);
  expect(await read(model, segments, { kept })).toEqual(first);
  expect(model.asked).toHaveLength(asked);
  // As long as the one that it takes the place of, so that no line moves to another part.
  const changed = segments.map((line, at) =>
    at === 60 ? { ...line, text: line.text.replace("harbour", "airport") } : line,
  );
  await read(model, changed, { kept });
  expect(model.asked).toHaveLength(asked + 1);
});

test("while people talk, only closed parts are read, and the minutes do not read these again", async () => {
  const kept = keptAnswers();
  const model = aModel(["Crates go to warehouses."]);
  const early = await read(model, talk(60), { kept, upTo: "closed" });
  expect(early.length).toBeGreaterThan(0);
  const before = model.asked.length;
  const all = await read(model, talk(120), { kept });
  expect(all.slice(0, early.length)).toEqual(early);
  expect(model.asked.length - before).toBe(all.length - early.length);
});

test("after an abort nothing is asked", async () => {
  const model = aModel(["Yes."]);
  await expect(read(model, SAID, { signal: AbortSignal.abort(new Error("left")) })).rejects.toThrow("left");
  expect(model.asked).toEqual([]);
});

const TEMPLATE: TemplateSnapshot = {
  ...BASIC_SYSTEM,
  fields: [
    ...BASIC_SYSTEM.fields,
    { key: "topics", title: null, prompt: "Topics", type: "titleSubtitle", required: false },
    {
      key: "costs",
      title: "Costs",
      prompt: "Costs",
      type: "customTable",
      required: false,
      columns: ["What", "Cost"].map((name) => ({ name, kind: "text" })),
    },
  ],
};
const PARAGRAPHS = ["Nora wants the big room for 40 euros.", "Pau writes to the caterer by Friday."];

async function minutes(fields: (question: string) => string, more: object = {}) {
  const model = aModel([PARAGRAPHS.join(" ")], fields);
  const job = {
    template: TEMPLATE,
    language: "en",
    segments: SAID,
    signal,
    contextTokens: 8192,
    ask: model.ask,
  } as const;
  const written = await writeFromProse({ ...job, ...more });
  const { draft, droppedFields } = parseDraft(written, TEMPLATE);
  expect(droppedFields).toBe(0);
  const content = new Map<string, FieldContent>(draft.fields.map((field) => [field.key, field.content]));
  return { content, model };
}

test("each field has its own form of answer, and its lines get the places of the paragraph behind them", async () => {
  const { content } = await minutes((question) => {
    if (question.includes("- task |")) return "- Write to the caterer | Pau | Friday\n- Take the room | ? | ?";
    if (question.includes("- title |")) return "- Rooms | The big room was chosen.";
    if (question.includes("cells divided")) return "What | Cost\nBig room | 40 euros";
    if (question.includes("No list")) return "They chose a room. A caterer is asked.";
    return "- The room costs 40 euros.";
  });
  const segmentIds = ["w0-0", "w0-1"];
  expect(content.get("summary")).toMatchObject({
    items: [{ text: "They chose a room." }, { text: "A caterer is asked." }],
  });
  expect(content.get("tasks")).toMatchObject({
    items: [
      { text: "Write to the caterer", assigned: "Pau", deadline: "Friday", segmentIds },
      { text: "Take the room", assigned: null, deadline: null, segmentIds },
    ],
  });
  expect(content.get("topics")).toMatchObject({ items: [{ text: "Rooms", subtitle: "The big room was chosen." }] });
  // A row that repeats the names of the columns is none.
  expect(content.get("costs")).toMatchObject({
    columns: ["What", "Cost"],
    rows: [{ cells: ["Big room", "40 euros"] }],
  });
  expect(content.get("keypoints")).toMatchObject({ items: PARAGRAPHS.map((text) => ({ text, segmentIds })) });
});

test.each([
  {
    what: "the notes one after the other, in place of a choice",
    answer: ["Nora wants the big room for 40 euros.", "Pau writes to the caterer by Friday.", "Jan is ill."],
    chosen: [],
  },
  { what: "a line of its own words", answer: ["The room costs 40 euros."], chosen: ["The room costs 40 euros."] },
  { what: "one of the notes", answer: ["Jan is ill."], chosen: ["Jan is ill."] },
  {
    what: "one line of all the notes and a sentence of its own",
    answer: [
      "Nora wants the big room for 40 euros. Pau writes to the caterer by Friday. Jan is ill. The room was taken.",
    ],
    chosen: ["The room was taken."],
  },
])("of a list that is $what, each sentence stands on the page once", async ({ answer, chosen }) => {
  const notes = ["Nora wants the big room for 40 euros.", "Pau writes to the caterer by Friday.", "Jan is ill."];
  const model = aModel([notes.join(" ")], (question) =>
    question.includes("One short sentence a line") ? answer.map((line) => `- ${line}`).join("\n") : "none",
  );
  const job = { template: BASIC_SYSTEM, language: "en", segments: SAID, signal, contextTokens: 8192 } as const;
  const { draft } = parseDraft(await writeFromProse({ ...job, ask: model.ask }), BASIC_SYSTEM);
  const textsOf = (key: string) => {
    const content = draft.fields.find((field) => field.key === key)?.content;
    return content?.type === "bullets" || content?.type === "keypoints" ? content.items.map(({ text }) => text) : [];
  };
  expect(textsOf("bullets")).toEqual(chosen);
  expect(textsOf("keypoints")).toEqual(notes.filter((note) => !chosen.includes(note)));
});

test("a task that only repeats a note, without a person or a day, is a key point", async () => {
  const { content } = await minutes((question) =>
    question.includes("- task |")
      ? "- Nora wants the big room for 40 euros. | ? | ?\n- Pau writes to the caterer by Friday. | Pau | Friday"
      : "none",
  );
  expect(content.get("tasks")).toMatchObject({ items: [{ text: PARAGRAPHS[1], assigned: "Pau" }] });
  expect(content.get("keypoints")).toMatchObject({ items: [{ text: PARAGRAPHS[0] }] });
});

test("a person before a task is its owner if they spoke, and a topic is none", async () => {
  const { content } = await minutes((question) =>
    question.includes("- task |") ? "- Pau: write to the caterer\n- Catering: ask for a price | ? | Friday" : "none",
  );
  expect(content.get("tasks")).toMatchObject({
    items: [
      { text: "write to the caterer", assigned: "Pau" },
      { text: "Catering: ask for a price", assigned: null, deadline: "Friday" },
    ],
  });
});

test("the name of somebody who spoke is no task", async () => {
  const { content } = await minutes((question) =>
    question.includes("- task |") ? "- Pau\n- Nora | Nora | ?\n- Write to the caterer | Pau | Friday" : "none",
  );
  expect(content.get("tasks")).toMatchObject({ items: [{ text: "Write to the caterer", assigned: "Pau" }] });
});

test("of an answer that repeats the talk twice, sentences in the third person stay", async () => {
  const segments = segmentsOf([
    ["Nora", "So the project is about a new remote control for the television, and we work on our own laptops today."],
  ]);
  const model = aModel([
    "The project is about a new remote control for the television. And we work on our own laptops today.",
  ]);
  expect(await read(model, segments)).toMatchObject([
    { text: "The project is about a new remote control for the television." },
  ]);
  expect(model.asked).toHaveLength(2);
});

test("of an answer that repeats the talk once, sentences in the third person stay beside the second answer", async () => {
  const segments = segmentsOf([
    ["Nora", "We asked a hundred people, and they found the remote controls very ugly. I think it has to look good."],
  ]);
  const model = aModel([
    "We asked a hundred people. They found the remote controls very ugly. Very ugly. I think it has to look good.",
    "Nora wants a new feature.",
  ]);
  expect(await read(model, segments)).toMatchObject([
    { text: "Nora wants a new feature. They found the remote controls very ugly." },
  ]);
});

test("fields about which the model has nothing to say are empty, prose too", async () => {
  const { content } = await minutes(() => "None.");
  expect(content.get("summary")).toMatchObject({ items: [] });
  expect(content.get("tasks")).toMatchObject({ items: [] });
  expect(content.get("costs")).toMatchObject({ rows: [] });
});

test("another template asks only about its fields, and progress counts parts and fields", async () => {
  const kept = keptAnswers();
  const first = await minutes(() => "none", { kept });
  expect(first.model.parts()).toBe(1);
  const told: string[] = [];
  const progress = (done: number, total: number) => told.push(`${done}/${total}`);
  const second = await minutes(() => "none", { kept, progress });
  expect(second.model.parts()).toBe(0);
  expect(second.model.asked).toHaveLength(5);
  expect(told).toEqual(["1/6", "2/6", "3/6", "4/6", "5/6", "6/6"]);
});

test("a meeting of quotations only has empty fields, and no field is asked about", async () => {
  const model = aModel([""]);
  const job = {
    template: BASIC_SYSTEM,
    language: "en",
    segments: SAID,
    signal,
    contextTokens: 8192,
    ask: model.ask,
  } as const;
  const { draft } = parseDraft(await writeFromProse(job), BASIC_SYSTEM);
  expect(model.asked).toHaveLength(1);
  expect(draft.fields.map(({ key }) => key)).toEqual(BASIC_SYSTEM.fields.map(({ key }) => key));
});
