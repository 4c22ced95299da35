import { afterEach, expect, test, vi } from "vitest";
import { type LocalModelAnswer } from "#app/contracts/local-model-answer.ts";
import type { LocalModelOrder } from "#app/contracts/local-model-order.ts";
import { mayHaveLocalModel, watchLocalModel } from "#app/contracts/watch-local-model.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Answers of the endpoint one after the other; null: the line is down. */
function answers(...states: (LocalModelAnswer | null)[]) {
  vi.useFakeTimers();
  const methods: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((_input, init) => {
    methods.push(init?.method ?? "GET");
    const state = states.shift();
    return state ? Promise.resolve(Response.json(state)) : Promise.reject(new TypeError("down"));
  });
  return methods;
}

async function watched(order: LocalModelOrder | null) {
  const told: (string | null)[] = [];
  const watching = watchLocalModel(order, (state) => told.push(state?.state ?? null), new AbortController().signal);
  await vi.runAllTimersAsync();
  await watching;
  return told;
}

const others = { servers: [], uses: null };
const OFFER: LocalModelAnswer = { state: "absent", offer: { name: "medium", bytes: 1_100_000_000 }, ...others };
const HALF: LocalModelAnswer = { state: "preparing", download: { receivedBytes: 1, totalBytes: 2 }, ...others };

test("a page that only looks begins nothing", async () => {
  const methods = answers(OFFER);
  expect(await watched(null)).toEqual(["absent"]);
  expect(methods).toEqual(["GET"]);
});

test("a person's order is sent once, and the download is followed to its end", async () => {
  const methods = answers(HALF, HALF, { state: "ready", ...others });
  expect(await watched({ do: "fetch" })).toEqual(["preparing", "preparing", "ready"]);
  expect(methods).toEqual(["POST", "GET", "GET"]);
});

test("a line that breaks in the middle of a download ends nothing", async () => {
  answers(HALF, null, { state: "failed", problem: "disk", ...others });
  expect(await watched(null)).toEqual(["preparing", "failed"]);
});

test("an order that does not arrive is not followed", async () => {
  const methods = answers(null);
  expect(await watched({ do: "fetch" })).toEqual([null]);
  expect(methods).toEqual(["POST"]);
});

test("only an Acta on the reader's own machine is asked", () => {
  expect(["localhost", "127.0.0.1", "[::1]"].map(mayHaveLocalModel)).toEqual([true, true, true]);
  expect(["acta.example", "localhost.example"].map(mayHaveLocalModel)).toEqual([false, false]);
});
