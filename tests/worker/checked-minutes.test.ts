import { afterEach, expect, test, vi } from "vitest";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { openAiLanguage } from "#app/server/adapters/openai/openai-language.ts";
import { SpeechStandIn } from "#tests/fakes/speech-protocol.mjs";
import { LANGUAGE_ORIGIN } from "#tests/fakes/language-server.ts";
import { SPEECH_ORIGIN } from "#tests/fakes/speech-server.ts";
import { LINES } from "#tests/fixtures/bad-answers.ts";
import { fixture } from "#tests/support/fixture.ts";
import { onBench } from "#tests/support/meeting-bench.ts";

/** The check of a meeting's minutes from a model's answers to what a reader gets. */

afterEach(() => {
  vi.restoreAllMocks();
});

type Asked = { messages: { role: string; content: string }[] };
type Item = { text: string; segmentIds: string[]; assigned?: string; deadline?: string };
type Model = {
  /** The fields of each answer in turn; the last one for ever. */
  drafts: Record<string, Item[]>[];
  verdict?: (line: string) => string;
};

const item = (text: string, segmentIds: string[] = []): Item => ({ text, segmentIds });

/** Takes a meeting through its pipeline with this model. `asked`: the questions for a draft. */
async function written({ drafts, verdict = () => "supported" }: Model): Promise<{ view: MeetingView; asked: Asked[] }> {
  const asked: Asked[] = [];
  const segments = LINES.map((text, index) => ({ start: index * 4, end: index * 4 + 4, text }));
  const speech = new SpeechStandIn({ scripts: [{ seconds: 24.2, segments }] });
  const others = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { origin } = new URL(request.url);
    if (origin === SPEECH_ORIGIN) return speech.answer(request);
    if (origin !== LANGUAGE_ORIGIN) return others(input, init);
    const body = await request.json<Asked>();
    const lines = body.messages.at(-1)?.content.split("\n<lines>\n")[1]?.split("\n</lines>")[0];
    if (lines !== undefined) {
      const verdicts = lines.split("\n").map((line, at) => ({ line: at + 1, verdict: verdict(line) }));
      return completion(JSON.stringify({ verdicts }));
    }
    asked.push(body);
    const fields = drafts[Math.min(asked.length, drafts.length) - 1] ?? {};
    return completion(
      JSON.stringify({ fields: Object.fromEntries(Object.entries(fields).map(([key, items]) => [key, { items }])) }),
    );
  });
  const language = openAiLanguage({ baseUrl: LANGUAGE_ORIGIN, model: "m", apiKey: null, contextTokens: 32_000 });
  const view = await onBench(await fixture("talk.mp4"), { deps: { language } }, async ({ finish, view }) => {
    await finish();
    return view();
  });
  if (!view) throw new Error("the meeting is gone");
  return { view, asked };
}

function completion(content: string): Response {
  return Response.json({ choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }] });
}

const [FIRST = "", SECOND = "", THIRD = ""] = LINES;
const INVENTED = ["The moon base costs ninety million.", "Zoltan flies to Ulan Bator.", "Penguins run the accounts."];

test("fewer than half of the lines confirmed: they stay with their marks, and quotations stand below", async () => {
  const { view } = await written({ drafts: [{ keypoints: [FIRST, ...INVENTED].map((text) => item(text)) }] });
  const points = view.summary?.fields.find(({ key }) => key === "keypoints");
  expect(points?.content).toMatchObject({
    items: [{ text: FIRST }, ...INVENTED.map((text) => ({ text, unconfirmed: true }))],
  });
  expect(view.summary?.quotations?.fields.length).toBeGreaterThan(0);
});

test("half of the lines confirmed: no quotations", async () => {
  const { view } = await written({
    drafts: [{ keypoints: [FIRST, SECOND, INVENTED[0] ?? ""].map((text) => item(text)) }],
  });
  expect(view.summary?.quotations).toBeUndefined();
});

test("a contradicted line is left out with its reason, and a field of such lines says so", async () => {
  const { view } = await written({
    drafts: [{ summary: [item(FIRST)], keypoints: [item(SECOND), item(THIRD)] }],
    verdict: (line) => (line.includes(SECOND) || line.includes(THIRD) ? "contradicted" : "supported"),
  });
  expect(view.summary?.leftOut).toMatchObject([
    { key: "keypoints", text: SECOND, reason: "contradicted" },
    { key: "keypoints", text: THIRD, reason: "contradicted" },
  ]);
  expect(view.summary?.emptied).toEqual(["keypoints"]);
});

test("an owner and a deadline that nobody said are empty in the stored minutes; the task stays", async () => {
  const { view } = await written({
    drafts: [{ tasks: [{ ...item(SECOND), assigned: "Zoltan", deadline: "on the 31st of February" }] }],
  });
  const tasks = (view.summary?.fields ?? []).flatMap(({ content }) => (content.type === "tasks" ? content.items : []));
  expect(tasks).toMatchObject([{ text: SECOND, assigned: null, deadline: null }]);
});

const SPANISH =
  "El equipo ha decidido que los precios son muy altos y que hay que hablar con todos los proveedores antes de hacer nada más.";

test("minutes in another language are asked for again once, and the second answer counts", async () => {
  const { view, asked } = await written({
    drafts: [{ keypoints: [item(SPANISH)] }, { keypoints: [item(FIRST)] }],
  });
  expect(asked).toHaveLength(2);
  expect(asked[1]?.messages.at(-1)?.content).toContain("That is in Spanish. Write the same again in English");
  expect(view.summary?.caution).toBeUndefined();
  expect(JSON.stringify(view.summary?.fields)).toContain(FIRST);
});

test("a model that stays in its language is shown with a notice", async () => {
  const { view, asked } = await written({ drafts: [{ keypoints: [item(SPANISH)] }] });
  expect(asked).toHaveLength(2);
  expect(view.summary?.caution).toBe("other-language");
  expect(JSON.stringify(view.summary?.fields)).toContain(SPANISH);
});
