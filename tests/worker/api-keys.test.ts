import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { keyList } from "#app/contracts/keys.ts";
import { meetingPage } from "#app/contracts/public.ts";
import { API_KEYS_MAX } from "#app/domain/limits/apps.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { accountDeletions } from "#app/server/db/schema-account.ts";
import { apiKeys } from "#app/server/db/schema-keys.ts";
import { call, post, refusalOf } from "#tests/support/api.ts";
import { makeKey, withKey } from "#tests/support/api-key.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { fixture } from "#tests/support/fixture.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { objectOf, uploadRecording } from "#tests/support/upload-meeting.ts";

/** §2, integrations: keys of the public API, and what a program may do with them. */

afterEach(() => {
  vi.restoreAllMocks();
});

const db = openDatabase(env.DB);
const READ = { name: "Weekly report", scope: "read", days: 90 };
const talk = await fixture("talk-captions.mp4");

async function finishedMeeting(userId: string) {
  standInForSpeech();
  const { meetId } = await uploadRecording(talk, { userId });
  await vi.waitFor(
    async () => {
      const view = await objectOf(meetId).view({ kind: "owner", userId });
      expect(view?.head.status).toBe("SUMMARIZED");
    },
    { timeout: 60_000, interval: 100 },
  );
  return meetId;
}

test("a key is shown once, and only its hash is stored", async () => {
  const { cookie, userId } = await signIn();
  const { key, shown } = await makeKey(cookie);
  expect(key).toMatch(/^acta_[0-9a-f]{64}$/);
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.userId, userId));
  expect(JSON.stringify(row)).not.toContain(key);
  const list = keyList.parse(await (await call("/api/acta/keys", { cookie })).json());
  expect(list.keys).toEqual([shown]);
  expect(shown).toMatchObject({ name: "Weekly report", hint: key.slice(-4), scope: "read", lastUsedAt: null });
});

test("a program lists its person's meetings and reads their minutes, and nobody else's", async () => {
  const [nora, other] = [await signIn(), await signIn()];
  const meetId = await finishedMeeting(nora.userId);
  const { key } = await makeKey(nora.cookie);
  const { key: foreign } = await makeKey(other.cookie);

  const page = meetingPage.parse(await (await withKey("/api/v1/meetings", key)).json());
  expect(page).toMatchObject({ meetings: [{ id: meetId, status: "SUMMARIZED" }], nextCursor: null });
  const minutes = await withKey(`/api/v1/meetings/${meetId}/minutes/md`, key);
  expect(minutes.status).toBe(200);
  expect(await minutes.text()).toContain("# ");
  expect((await withKey(`/api/v1/meetings/${meetId}/transcript`, key)).status).toBe(200);

  expect(meetingPage.parse(await (await withKey("/api/v1/meetings", foreign)).json()).meetings).toEqual([]);
  for (const path of [`/api/v1/meetings/${meetId}/minutes/md`, `/api/v1/meetings/${meetId}/transcript`]) {
    expect((await withKey(path, foreign)).status).toBe(404);
  }
  const keys = keyList.parse(await (await call("/api/acta/keys", { cookie: nora.cookie })).json());
  expect(keys.keys[0]?.lastUsedAt).not.toBeNull();
});

test("a key that may only read changes nothing, and one that may write deletes", async () => {
  const { cookie, userId } = await signIn();
  const meetId = await finishedMeeting(userId);
  const { key } = await makeKey(cookie);
  const refused = await withKey(`/api/v1/meetings/${meetId}`, key, { method: "DELETE" });
  expect([refused.status, refused.headers.get("Content-Type")]).toEqual([403, "application/problem+json"]);
  expect(await refused.json()).toMatchObject({ type: "about:blank", status: 403, code: "key-scope" });
  const { key: writing } = await makeKey(cookie, { scope: "write" });
  expect((await withKey(`/api/v1/meetings/${meetId}`, writing, { method: "DELETE" })).status).toBe(204);
  expect(meetingPage.parse(await (await withKey("/api/v1/meetings", key)).json()).meetings).toEqual([]);
});

test("only the Authorization header holds a key, and a key opens nothing but the public API", async () => {
  const { cookie } = await signIn();
  const { key } = await makeKey(cookie, { scope: "write" });
  for (const answer of [
    await call("/api/v1/meetings"),
    await call("/api/v1/meetings", { cookie }),
    await call(`/api/v1/meetings?key=${key}&access_token=${key}`),
    await withKey("/api/v1/meetings", `${key}0`),
    await call("/api/v1/meetings", { headers: { Authorization: `Basic ${btoa(`${key}:`)}` } }),
  ]) {
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toMatch(/^Bearer realm="acta"(, error="invalid_token")?$/);
  }
  const headers = { Authorization: `Bearer ${key}` };
  expect((await call("/api/acta/keys", { headers })).status).toBe(401);
  expect((await call("/api/acta/keys", { method: "POST", headers, json: READ })).status).toBe(401);
  expect((await call("/api/acta/user/archive", { headers })).status).toBe(401);
  expect((await call("/api/acta/user/delete", { method: "POST", headers, json: {} })).status).toBe(401);
});

test("a key that was revoked, has ended, or whose person is being deleted opens nothing", async () => {
  const { cookie, userId } = await signIn();
  const [revoked, ended, deleted] = [await makeKey(cookie), await makeKey(cookie), await makeKey(cookie)];
  const path = `/api/acta/keys/${revoked.shown.id}`;
  const stranger = await signIn();
  expect((await call(path, { method: "DELETE", cookie: stranger.cookie })).status).toBe(404);
  expect((await withKey("/api/v1/meetings", revoked.key)).status).toBe(200);
  for (let time = 0; time < 2; time += 1) {
    expect((await call(path, { method: "DELETE", cookie })).status).toBe(200);
  }
  await db
    .update(apiKeys)
    .set({ expiresAt: Date.now() - 1 })
    .where(eq(apiKeys.id, ended.shown.id));
  for (const { key } of [revoked, ended]) expect((await withKey("/api/v1/meetings", key)).status).toBe(401);
  expect((await withKey("/api/v1/meetings", deleted.key)).status).toBe(200);
  await db.insert(accountDeletions).values({ userId, locale: "en", requestedAt: Date.now() });
  expect((await withKey("/api/v1/meetings", deleted.key)).status).toBe(401);
});

test("a person has at most 20 open keys", async () => {
  const { cookie } = await signIn();
  for (let made = 0; made < API_KEYS_MAX; made += 1) await makeKey(cookie);
  const refused = await post("/api/acta/keys", cookie, READ);
  expect(await refusalOf(refused)).toMatchObject({ status: 409, code: "too-many-keys" });
  expect((await post("/api/acta/keys", cookie, { ...READ, days: 7 })).status).toBe(422);
});
