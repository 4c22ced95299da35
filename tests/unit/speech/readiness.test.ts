import { expect, test } from "vitest";
import { ModelError } from "#workers/local/model-files/bring-model.mjs";
import { Preparation } from "#workers/local/speech/readiness.mjs";
import { EngineBroken } from "#workers/local/model-process.mjs";

function preparing(attempts: { bring?: () => Promise<void>; load?: () => Promise<void> }[] = []) {
  const begun: string[] = [];
  const told: Record<string, unknown>[] = [];
  let tell: (bytes: number) => void = () => {};
  const preparation = new Preparation({
    id: "small",
    totalBytes: 1000,
    bring: async (progress) => {
      tell = progress;
      begun.push("bring");
      await attempts[begun.length - 1]?.bring?.();
    },
    load: async () => attempts[begun.length - 1]?.load?.(),
    log: (_event, fields) => told.push(fields),
  });
  return { preparation, begun, told, arrive: (bytes: number) => tell(bytes) };
}

const failing = (problem: "download-failed" | "checksum") => ({
  bring: () => Promise.reject(new ModelError(problem, new Error("getaddrinfo ENOTFOUND"))),
});

test("nothing is fetched before the first call, and then once, however many callers there are", async () => {
  const { preparation, begun } = preparing();
  expect(begun).toEqual([]);
  expect(preparation.isReady).toBe(false);
  preparation.ask("a");
  preparation.ask("b");
  await preparation.settled;
  expect(preparation.ask("c")).toEqual({ state: "ready" });
  expect(begun).toEqual(["bring"]);
});

test("waiting callers get the progress", async () => {
  let end = () => {};
  const { preparation, arrive } = preparing([{ bring: () => new Promise<void>((resolve) => (end = resolve)) }]);
  expect(preparation.ask("a")).toEqual({ state: "preparing", download: null });
  arrive(340);
  expect(preparation.ask("a")).toEqual({ state: "preparing", download: { receivedBytes: 340, totalBytes: 1000 } });
  end();
  await preparation.settled;
  expect(preparation.isReady).toBe(true);
});

test("every waiting caller gets a failure; a new caller begins another attempt", async () => {
  const { preparation, begun, told } = preparing([failing("download-failed")]);
  preparation.ask("meeting/1");
  preparation.ask("other/1");
  await preparation.settled;
  const failed = { state: "failed", problem: "download-failed" };
  expect(preparation.ask("meeting/1")).toEqual(failed);
  expect(preparation.ask("other/1")).toEqual(failed);
  expect(preparation.ask("meeting/1")).toEqual(failed);
  expect(begun).toHaveLength(1);
  expect(told).toEqual([
    {
      model: "small",
      problem: "download-failed",
      cause: "no model: download-failed: getaddrinfo ENOTFOUND",
    },
  ]);

  expect(preparation.ask("meeting/2")).toEqual({ state: "preparing", download: null });
  await preparation.settled;
  expect(preparation.ask("meeting/2")).toEqual({ state: "ready" });
  expect(begun).toHaveLength(2);
});

test.each([
  { attempt: failing("checksum"), problem: "checksum" },
  { attempt: { load: () => Promise.reject(new EngineBroken("no-engine")) }, problem: "no-engine" },
  { attempt: { load: () => Promise.reject(new EngineBroken("not-a-model")) }, problem: "not-a-model" },
  { attempt: { load: () => Promise.reject(new Error("it ended with SIGSEGV")) }, problem: "crashed" },
])("a missing part is named: $problem", async ({ attempt, problem }) => {
  const { preparation } = preparing([attempt]);
  preparation.ask("a");
  await preparation.settled;
  expect(preparation.ask("a")).toEqual({ state: "failed", problem });
});
