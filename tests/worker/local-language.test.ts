import { afterEach, expect, test, vi } from "vitest";
import { localLanguage } from "#app/server/adapters/openai/local-language.ts";
import { LANGUAGE_ORIGIN, standInForLanguage } from "#tests/fakes/language-server.ts";
import { fixture } from "#tests/support/fixture.ts";
import { onBench } from "#tests/support/meeting-bench.ts";
import { correctMeeting } from "#workers/meeting/edits/correct.ts";
import { projectionOf } from "#workers/meeting/publish/list-subscriber.ts";

/** The language model of one machine, at the end of a real meeting's pipeline. */

afterEach(() => {
  vi.restoreAllMocks();
});

/** As the server answers a meeting. */
type State =
  | { state: "ready" }
  | { state: "preparing" | "paused"; download: { receivedBytes: number; totalBytes: number } | null }
  | { state: "failed"; problem: string }
  | { state: "absent"; offer: { name: string; bytes: number } | null };

const language = () => localLanguage({ baseUrl: LANGUAGE_ORIGIN, model: "qwen3.5-2b", apiKey: "key-1" });

/** The local server: its states one after the other, the last one for ever. `busy`: questions that find it at an answer. */
function serverWith(states: State[], busy = 0) {
  let left = busy;
  const server = standInForLanguage({ key: "key-1" });
  const answer = server.answer.bind(server);
  const asks: string[] = [];
  vi.spyOn(server, "answer").mockImplementation(async (request) => {
    if (new URL(request.url).pathname !== "/v1/prepare") {
      left -= 1;
      return left < 0 ? answer(request) : notYet();
    }
    const { ask } = await request.json<{ ask: string }>();
    asks.push(ask);
    return Response.json(states.length > 1 ? states.shift() : states[0]);
  });
  return { server, asks };
}

/** A short meeting by the basic template: its one part, then its summary, its bullets and its tasks. */
const QUESTIONS = 4;

const notYet = () => Response.json({ error: { code: "not_yet" } }, { status: 503, headers: { "Retry-After": "2" } });

const run = async (check: Parameters<typeof onBench>[2]) =>
  onBench(await fixture("talk-captions.mp4"), { deps: { speech: null, language: language() } }, check);

test("a model that is there writes the minutes, and its answers are kept for the next run", async () => {
  const { server, asks } = serverWith([{ state: "ready" }]);
  await run(async ({ finish, view, storage }) => {
    await finish();
    expect(view()?.summary?.engine).toEqual({ port: "openai", model: "qwen3.5-2b" });
    expect(storage.sql.exec("SELECT key FROM summary_parts").toArray()).toHaveLength(1);
  });
  expect(server.asked).toHaveLength(QUESTIONS);
  expect(new Set(asks).size).toBe(1);
});

test.each<{ state: State }>([
  { state: { state: "absent", offer: { name: "medium", bytes: 1_100_000_000 } } },
  { state: { state: "preparing", download: { receivedBytes: 1, totalBytes: 9 } } },
  { state: { state: "paused", download: { receivedBytes: 1, totalBytes: 9 } } },
  { state: { state: "failed", problem: "not-a-model" } },
])(
  "a model that only a person can bring is not waited for: the meeting is quoted ($state.state)",
  async ({ state }) => {
    const { server, asks } = serverWith([state]);
    await run(async ({ finish, view }) => {
      await finish();
      expect(view()?.head.status).toBe("SUMMARIZED");
      expect(view()?.summary?.engine.port).toBe("extractive");
      // It replaces no model that failed: there was none.
      expect(view()?.summary?.standsIn).toBeUndefined();
    });
    expect(server.asked).toEqual([]);
    expect(asks).toHaveLength(1);
  },
);

test("a model that is being loaded is waited for, however long it takes, and no attempt is used up", async () => {
  const loading: State = { state: "preparing", download: null };
  const { asks } = serverWith([...Array.from({ length: 9 }, () => loading), { state: "ready" }]);
  await run(async ({ finish, view }) => {
    await finish();
    expect(view()?.summary?.engine.port).toBe("openai");
  });
  expect(asks).toHaveLength(10);
});

test("an answer that takes longer than a step waits is asked for again", async () => {
  const { server } = serverWith([{ state: "ready" }], 7);
  await run(async ({ finish, view }) => {
    await finish();
    expect(view()?.summary?.engine.port).toBe("openai");
  });
  expect(server.asked).toHaveLength(QUESTIONS);
});

test("a meeting that waits for a model says so to the lists, and is written by one that comes, once", async () => {
  const states: State[] = [{ state: "absent", offer: null }];
  const { server } = serverWith(states);
  await run(async ({ finish, flush, view, storage, deps }) => {
    await finish();
    await flush();
    expect(projectionOf(storage.sql)?.awaitsModel).toBe(true);
    states[0] = { state: "ready" };
    const written = () =>
      correctMeeting({ storage, deps, by: "nora" }, { type: "write-by-model", saveId: crypto.randomUUID() });
    expect(written().ok).toBe(true);
    // It is being written: the next minute begins nothing more.
    expect(written()).toEqual({ ok: false, reason: "not-ready" });
    await finish();
    expect(view()?.summary?.engine.port).toBe("openai");
    expect(projectionOf(storage.sql)?.awaitsModel).toBe(false);
    expect(written()).toEqual({ ok: false, reason: "not-ready" });
  });
  expect(server.asked).toHaveLength(QUESTIONS);
});
