import { expect, test } from "vitest";
import { documentAt } from "#app/server/http/api-operations.ts";
import { describeApi } from "#app/server/http/describe-api.ts";
import { apiDocument } from "../../vite-api-document.ts";

/** The OpenAPI document as the build makes it. tests/worker/api-client.test.ts asks for the one that is served. */
const MODULE = "\0virtual:api-document";

/** The module's text as Vite asks for it. */
async function load(id: string, ssr: boolean): Promise<unknown> {
  const { load: hook } = apiDocument();
  if (typeof hook !== "function") throw new Error("the plugin loads no module");
  return Reflect.apply(hook, null, [id, { ssr }]) as Promise<unknown>;
}

test("the build writes the document as text, and an Acta puts its address into it", async () => {
  const source = String(await load(MODULE, true));
  const [, literal = ""] = /^export default (".*");$/u.exec(source) ?? [];
  const served: unknown = JSON.parse(documentAt("https://acta.example", JSON.parse(literal) as string));
  expect(served).toEqual(JSON.parse(JSON.stringify(await describeApi("https://acta.example"))));
});

test("a module of the browser that imports the document fails the build, and other modules are left alone", async () => {
  await expect(load(MODULE, false)).rejects.toThrow(/a module of the browser imports it/u);
  expect(await load("app/root.tsx", true)).toBeNull();
});
