import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { meetingPage } from "#app/contracts/public.ts";
import { newMeetId } from "#app/domain/ids.ts";
import { HISTORY_PAGE_MEETINGS } from "#app/domain/limits/lists.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { makeKey, withKey } from "#tests/support/api-key.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listsOf } from "#workers/compose/objects.ts";

/** A program that keeps a copy of a person's meetings asks for what changed since it last asked. */
const db = openDatabase(env.DB);
const FIRST = Date.parse("2026-11-20T09:00:00Z");
const SOON = { timeout: 30_000, interval: 100 };
const MADE = HISTORY_PAGE_MEETINGS + 10;
let key = "";
let userId = "";
const ids: string[] = [];

const since = (at: number) => `changedAfter=${new Date(at).toISOString()}`;
const ask = (query: string) => withKey(`/api/v1/meetings?${query}`, key, {});
const pageOf = async (query: string) => meetingPage.parse(await (await ask(query)).json());
const idsOf = (page: Awaited<ReturnType<typeof pageOf>>) => page.meetings.map(({ id }) => id);
const change = (id: string, changedAt: number) => db.update(meetings).set({ changedAt }).where(eq(meetings.id, id));

beforeAll(async () => {
  const signedIn = await signIn({ plan: "pro" });
  ({ userId } = signedIn);
  ({ key } = await makeKey(signedIn.cookie, { scope: "read" }));
  for (let at = 0; at < MADE; at += 1) {
    const id = newMeetId();
    ids.push(id);
    const facts = { title: `Round ${at}`, timeZone: "UTC", source: "upload", status: "SUMMARIZED", sequence: 1 };
    await db.insert(meetings).values({
      ...facts,
      id,
      ...ownedBy(userId),
      language: at === 3 ? "ca" : "en",
      // The order of their starts is against that of their changes.
      startsAt: FIRST - at,
      createdAt: FIRST,
      updatedAt: FIRST,
      changedAt: FIRST + at,
    });
  }
});

test("changes are listed in their order, and a meeting that changes between two pages comes again", async () => {
  const first = await pageOf(since(FIRST + 4));
  expect(idsOf(first)).toEqual(ids.slice(5, 5 + HISTORY_PAGE_MEETINGS));
  await change(ids[6] ?? "", FIRST + 10_000);
  const second = await pageOf(`${since(FIRST + 4)}&cursor=${first.nextCursor}`);
  expect(idsOf(second)).toEqual([...ids.slice(5 + HISTORY_PAGE_MEETINGS), ids[6]]);
  expect(second.nextCursor).toBeNull();
  expect(idsOf(await pageOf(`changedAfter=${second.changedUntil}`))).toEqual([]);
  await change(ids[6] ?? "", FIRST + 6);
});

test("a filter leaves meetings out, and a point in time that is none is refused", async () => {
  const page = await pageOf(`${since(FIRST)}&language=ca`);
  expect([idsOf(page), page.nextCursor === null]).toEqual([[ids[3]], false]);
  const refusal = await ask("changedAfter=yesterday");
  expect([refusal.status, (await refusal.json<{ code: string }>()).code]).toEqual([400, "cursor-invalid"]);
});

test("a change is listed once it has settled, and a deleted meeting is not", async () => {
  const before = Date.now();
  const { meetId } = await recordedTalk([["Nora Puig", "The desk opens at eight."]], { userId });
  expect(idsOf(await pageOf(since(before - 60_000)))).toEqual([]);
  await vi.waitFor(async () => {
    const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
    expect(row?.changedAt).toBeGreaterThanOrEqual(before);
  }, SOON);
  await db
    .update(meetings)
    .set({ changedAt: sql`${meetings.changedAt} - 30000` })
    .where(eq(meetings.id, meetId));
  expect(idsOf(await pageOf(since(before - 60_000)))).toEqual([meetId]);
  await db.update(meetings).set({ deletedAt: before }).where(eq(meetings.id, meetId));
  expect(idsOf(await pageOf(since(before - 60_000)))).toEqual([]);
});

test("a page reads its own rows, whatever the number of meetings", async () => {
  const { workspaceId } = ownedBy(userId);
  const plan = await listsOf(workerEnv)
    .of(workspaceId)
    .all<{
      detail: string;
    }>(sql`explain query plan select id from meetings where workspace_id || ' ' || created_by = ${`${workspaceId} ${userId}`}
     and changed_at > ${FIRST} order by changed_at, id limit 51`);
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining("USING INDEX meetings_changed")]);
});

test("a cursor of the changes is none of the list by date, nor the other way round", async () => {
  const changes = (await pageOf(since(FIRST))).nextCursor ?? "";
  const byDate = (await pageOf("")).nextCursor ?? "";
  const refusals = [`cursor=${changes}`, `sort=title&cursor=${changes}`, `${since(FIRST)}&cursor=${byDate}`].map(
    async (query) => {
      const answer = await ask(query);
      return [answer.status, (await answer.json<{ code: string }>()).code];
    },
  );
  expect([changes, byDate]).not.toContain("");
  expect(await Promise.all(refusals)).toEqual([1, 2, 3].map(() => [400, "cursor-invalid"]));
});
