import { afterEach, expect, test, vi } from "vitest";
import { readPeople, retryStep } from "#app/features/history/history-calls.ts";

afterEach(() => vi.unstubAllGlobals());

const refusal = (status: number, code: string) =>
  Response.json({ error: { code, message: "Something went wrong", reason: null } }, { status });

test.each([
  ["begun", Response.json(null)],
  ["begun", refusal(409, "retry-begun")],
  ["not-retryable", refusal(409, "not-retryable")],
  ["limit-reached", refusal(403, "limit-reached")],
  ["too-many", refusal(429, "too-many-requests")],
  ["failed", refusal(503, "unavailable")],
])("a row's retry ends as %s", async (end, response) => {
  vi.stubGlobal("fetch", async () => response);
  expect(await retryStep("a")).toBe(end);
});

const { signal } = new AbortController();
const people = (...names: string[]) => names.map((name) => ({ key: name, name }));

test("the people of the filter are read to their last page, from where the page that was opened has ended", async () => {
  const ask = vi.fn(async (url: string) => {
    const after = new URL(url, "https://acta.example").searchParams.get("after");
    const [next, found] = after === null ? ["ana", "ana"] : after === "ana" ? ["bea", "bea"] : [null, "clara"];
    return Response.json({ people: people(found), next });
  });
  vi.stubGlobal("fetch", ask);
  expect(await readPeople(signal, null)).toEqual({ people: people("ana", "bea", "clara"), next: null });
  ask.mockClear();
  const known = { people: people("aina", "ana"), next: "ana" };
  expect(await readPeople(signal, known)).toEqual({ people: people("aina", "ana", "bea", "clara"), next: null });
  expect(ask).toHaveBeenCalledTimes(2);
});

test("the people that were read stay where a later page cannot be read, and no more than five pages are asked for", async () => {
  vi.stubGlobal("fetch", async () => refusal(503, "unavailable"));
  const known = { people: people("ana"), next: "ana" };
  expect(await readPeople(signal, known)).toEqual(known);
  expect(await readPeople(signal, null)).toBeNull();
  const ask = vi.fn(async () => Response.json({ people: people("x"), next: "x" }));
  vi.stubGlobal("fetch", ask);
  await readPeople(signal, null);
  expect(ask).toHaveBeenCalledTimes(5);
});
