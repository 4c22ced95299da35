import { encode } from "turbo-stream";
import { afterEach, expect, test, vi } from "vitest";
import { readPageData } from "#app/features/home/use-fresh-lists.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const lists = { meetings: [{ title: "Budget" }], latest: null };
const sent = await new Response(encode({ "routes/home": { data: lists } })).text();
const failed = await new Response(encode({ "routes/home": { error: "broken" } })).text();

test.each([
  ["data", new Response(sent, { status: 200 }), { text: sent, data: lists }],
  ["a redirect to sign-in, which would take an open form away", new Response("to sign-in", { status: 202 }), null],
  ["a failure", new Response("", { status: 503 }), null],
  ["a failure without its status", new Response(failed, { status: 200 }), null],
  ["a page of somebody else's network", new Response("<!doctype html>", { status: 200 }), null],
])("the page's data are read where the answer is %s", async (_answer, answer, data) => {
  const ask = vi.fn(() => Promise.resolve(answer));
  vi.stubGlobal("fetch", ask);
  expect(await readPageData("routes/home", new AbortController().signal, "https://acta.example/?invite=1")).toEqual(
    data,
  );
  expect(ask).toHaveBeenCalledWith(
    new URL("https://acta.example/_root.data?invite=1&_routes=routes%2Fhome"),
    expect.anything(),
  );
});
