import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { choosePlace } from "#app/server/collaboration/choose-place.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { playCollaboration } from "#tests/fakes/collaboration.ts";
import { connect, onCollaborationBench } from "#tests/support/collaboration-bench.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { services } from "#tests/support/webhook-bench.ts";

/** People write into the page that Acta made: Notion lists its blocks in pages of a hundred. */

afterEach(async () => {
  vi.restoreAllMocks();
  await openDatabase(env.DB).delete(connections);
});

test("a page with hundreds of people's blocks has the minutes once, also after an attempt that broke off", async () => {
  const played = playCollaboration();
  const { userId } = await signIn();
  const { connectionId } = await connect(played, { userId, kind: "notion" });
  const placeId = [...played.notion.sources.keys()][0] ?? "";
  const sends = "after-summary" as const;
  const chosen = { placeId, sends, updates: true, templates: null, mapping: {}, fields: [] };
  expect(await choosePlace(services, sessionActor(userId), { connectionId, chosen })).toMatchObject({ ok: true });
  await onCollaborationBench(userId, async ({ tell, finish, log, sendManually }) => {
    await tell();
    await finish();
    const pageId = [...played.notion.pages.keys()][0] ?? "";
    for (let line = 0; line < 230; line += 1) played.notion.write(pageId, `Line ${line} of a person`);
    const headings = () => {
      const page = played.notion.pages.get(pageId);
      if (!page) throw new Error("a page was made");
      const { lines } = played.notion.readPage(page);
      expect(lines.filter((line) => line.endsWith("of a person"))).toHaveLength(230);
      return lines.filter((line) => line === "heading_2: Summary").length;
    };
    // The new blocks stand below all others when the attempt breaks off.
    played.notion.orders.failures.push({ at: "DELETE blocks", answer: () => new Response(null, { status: 503 }) });
    sendManually({ connectionId, kind: "notion" });
    await finish();
    expect(log(connectionId)[0]).toMatchObject({ state: "sent" });
    expect(headings()).toBe(1);
  });
});
