import { afterEach, expect, test, vi } from "vitest";
import { readPageData } from "#app/features/home/use-fresh-lists.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const read = () => readPageData("routes/home", new AbortController().signal, "https://acta.example/?invite=1");

test.each([
  ["data", new Response("data", { status: 200 }), "data"],
  ["a redirect to sign-in, which would take an open form away", new Response("to sign-in", { status: 202 }), null],
  ["a failure", new Response("", { status: 503 }), null],
])("the page's data are read where the answer is %s", async (_answer, answer, data) => {
  const ask = vi.fn(() => Promise.resolve(answer));
  vi.stubGlobal("fetch", ask);
  expect(await read()).toBe(data);
  expect(ask).toHaveBeenCalledWith(
    new URL("https://acta.example/_root.data?invite=1&_routes=routes%2Fhome"),
    expect.anything(),
  );
});
