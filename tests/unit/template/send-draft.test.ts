import { afterEach, expect, test, vi } from "vitest";
import { ACTA_FIELDS, type BuilderDraft } from "#app/features/templates/builder/builder-draft.ts";
import { sendDraft } from "#app/features/templates/builder/send-draft.ts";

afterEach(() => vi.unstubAllGlobals());

const draft = (name: string): BuilderDraft => ({ name, description: "", fields: ACTA_FIELDS });

/** A server that has made the template of the first request with this id, as ours does. Returns the requests that it got. */
function serve(): { method: string; body: { name: string; basedOn?: number } }[] {
  const asked: { method: string; body: { name: string; basedOn?: number } }[] = [];
  const made = { id: "t1", kind: "custom", version: 1, updatedAt: 1, origin: "new" };
  vi.stubGlobal("fetch", async (_path: string, { method, body }: { method: string; body: string }) => {
    const sent = JSON.parse(body);
    asked.push({ method, body: sent });
    const { name, description, fields } = method === "PUT" ? sent : (asked[0]?.body ?? sent);
    return Response.json({ ...made, name, description, fields, version: method === "PUT" ? sent.basedOn + 1 : 1 });
  });
  return asked;
}

test("a creation that is repeated after a change saves the change, when the lost request has made the template", async () => {
  const asked = serve();
  const target = { saveId: "save-00000001" };
  // Its answer is lost.
  await sendDraft({ target, draft: draft("First"), earlier: null });
  const end = await sendDraft({ target, draft: draft("Second"), earlier: draft("First") });
  expect(end).toMatchObject({ ok: true, value: { name: "Second", version: 2 } });
  expect(asked.map(({ method, body }) => [method, body.basedOn])).toEqual([
    ["POST", undefined],
    ["POST", undefined],
    ["PUT", 1],
  ]);
});

test("a creation that is repeated as it was is one request", async () => {
  const asked = serve();
  const target = { saveId: "save-00000001" };
  expect(await sendDraft({ target, draft: draft("First"), earlier: draft("First") })).toMatchObject({ ok: true });
  expect(asked).toHaveLength(1);
});

test("a template that is there already is saved as the next version", async () => {
  const asked = serve();
  await sendDraft({ target: { templateId: "t1", version: 4 }, draft: draft("Second"), earlier: draft("First") });
  expect(asked).toMatchObject([{ method: "PUT", body: { name: "Second", basedOn: 4 } }]);
});
