import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { ENGINE_SILENCE_MS_MAX } from "#app/domain/limits/engines.ts";
import { readChatAnswer } from "#app/server/adapters/openai/chat-answer.ts";

afterEach(() => {
  vi.useRealTimers();
});

const TYPE = { headers: { "Content-Type": "text/event-stream" } };
const encoder = new TextEncoder();

/** A stream that arrives in these pieces. */
function arriving(pieces: Uint8Array<ArrayBuffer>[]): Response {
  const left = [...pieces];
  const body = new ReadableStream({
    pull(controller) {
      const next = left.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });
  return new Response(body, TYPE);
}

const delta = (content: string, finish_reason: string | null = null) =>
  JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] });

test("a stream may be cut anywhere, within lines, characters and line ends, with comments and names between", () => {
  const words = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 12 });
  const cuts = fc.array(fc.nat(1000), { maxLength: 20 });
  return fc.assert(
    fc.asyncProperty(words, cuts, fc.constantFrom("\n", "\r\n"), fc.boolean(), async (texts, places, end, done) => {
      const events = texts.map((text) => `: keep-alive${end}event: message${end}data: ${delta(text)}${end}${end}`);
      const last = done ? `data: [DONE]${end}${end}` : `data:${delta("", "stop")}${end}${end}`;
      const bytes = encoder.encode(events.join("") + last);
      const at = [0, ...places.map((place) => place % bytes.length).toSorted((a, b) => a - b), bytes.length];
      const pieces = at.slice(1).map((to, index) => bytes.slice(at[index], to));
      expect(await readChatAnswer(arriving(pieces))).toEqual({ kind: "text", text: texts.join("") });
    }),
    { numRuns: 200 },
  );
});

test.each([
  { what: "ends without an end", body: `data: ${delta("half")}\n\n` },
  { what: "ends in the middle of an event", body: `data: ${delta("half")}\n\ndata: {"choices": [{"del` },
  { what: "fails in the middle", body: `data: ${delta("half")}\n\ndata: {"error": {"message": "out of memory"}}\n\n` },
  { what: "has garbage in it", body: `data: ${delta("half")}\n\ndata: <html>\n\ndata: [DONE]\n\n` },
  { what: "has nothing in it", body: "" },
  { what: "has comments only", body: ": one\n\n: two\n\n" },
])("a stream that $what may be asked for again", async ({ body }) => {
  await expect(readChatAnswer(new Response(body, TYPE))).rejects.toMatchObject({
    name: "UpstreamError",
    retryable: true,
  });
});

test("a stream that ran out of room says so", async () => {
  const body = `data: ${delta("half")}\n\ndata: ${delta("", "length")}\n\ndata: [DONE]\n\n`;
  expect(await readChatAnswer(new Response(body, TYPE))).toEqual({ kind: "cut-off", text: "half" });
});

/** A stream that says something every `everyMs`, so many times, and then nothing any more. */
function talking(everyMs: number, times: number, end: string | null): Response {
  let said = 0;
  const body = new ReadableStream({
    start(controller) {
      const timer = setInterval(() => {
        said += 1;
        if (said <= times) controller.enqueue(encoder.encode(`data: ${delta(`${said} `)}\n\n`));
        else {
          clearInterval(timer);
          if (end === null) return;
          controller.enqueue(encoder.encode(end));
          controller.close();
        }
      }, everyMs);
    },
  });
  return new Response(body, TYPE);
}

test("a long answer may take longer than any silence, as long as it goes on", async () => {
  vi.useFakeTimers();
  const answer = readChatAnswer(talking(ENGINE_SILENCE_MS_MAX - 1000, 10, "data: [DONE]\n\n"));
  await vi.advanceTimersByTimeAsync(12 * ENGINE_SILENCE_MS_MAX);
  expect(await answer).toEqual({ kind: "text", text: "1 2 3 4 5 6 7 8 9 10 " });
});

test("an answer that falls silent is given up, and may be asked for again", async () => {
  vi.useFakeTimers();
  const answer = readChatAnswer(talking(1000, 3, null)).catch((error: unknown) => error);
  let over = false;
  void answer.then(() => (over = true));
  await vi.advanceTimersByTimeAsync(3000 + ENGINE_SILENCE_MS_MAX - 10);
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(20);
  expect(await answer).toMatchObject({ name: "UpstreamError", service: "language", retryable: true });
});
