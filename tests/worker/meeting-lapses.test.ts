import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { finishUpload, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { onBench } from "#tests/support/meeting-bench.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { birthOf, objectOf } from "#tests/support/upload-meeting.ts";
import { acceptUpload } from "#workers/meeting/upload/accept-upload.ts";
import { beginMeeting } from "#workers/meeting/store/begin-meeting.ts";
import { viewFor } from "#workers/meeting/view.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const captioned = await fixture("talk-captions.mp4");
const silent = await fixture("no-audio.mp4");

test.each([
  { what: "good", bytes: captioned },
  { what: "refused", bytes: silent },
])(
  "submitted again while $what bytes are looked at: they are no longer awaited, and the meeting waits on",
  async ({ bytes }) => {
    const awaited = `later-${crypto.randomUUID()}`;
    await onBench(bytes, { uploadKey: "nothing-lies-here" }, async ({ birth, storage, deps }) => {
      const looked = { ...birth, uploadKey: `first-${awaited}` };
      await env.RECORDINGS.put(looked.uploadKey, bytes);
      beginMeeting(storage, looked, deps.now());
      const inspect: typeof deps.media.inspect = async (source, language) => {
        const seen = await deps.media.inspect(source, language);
        beginMeeting(storage, { ...birth, uploadKey: awaited }, deps.now());
        return seen;
      };
      const outcome = await acceptUpload({ ...deps, media: { ...deps.media, inspect } }, storage, birth.details);
      expect(outcome).toEqual({ ok: false, reason: "bytes-missing" });
      expect(viewFor(storage.sql, { kind: "owner", userId: "nora" })?.head.status).toBe("TORECORD");
      // The bytes of the new submit are taken all the same.
      await env.RECORDINGS.put(awaited, captioned);
      expect(await acceptUpload(deps, storage, birth.details)).toEqual({ ok: true, value: null });
    });
  },
);

test("a meeting whose first row could not be written comes into the list by itself", async () => {
  const birth = await birthOf();
  const db = openDatabase(env.DB);
  await db.delete(meetings).where(eq(meetings.id, birth.meetId));
  await env.DB.exec("ALTER TABLE meetings RENAME TO meetings_away");
  try {
    await objectOf(birth.meetId).begin(birth);
  } finally {
    await env.DB.exec("ALTER TABLE meetings_away RENAME TO meetings");
  }
  await vi.waitFor(
    async () => expect(await db.select().from(meetings).where(eq(meetings.id, birth.meetId))).toHaveLength(1),
    { timeout: 20_000, interval: 100 },
  );
});

test("a store that does not answer is no fault of ours: the call says so, and the same call works afterwards", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, { fileSize: captioned.length });
  await putBytes(started, captioned);
  const head = vi.spyOn(Object.getPrototypeOf(env.RECORDINGS) as R2Bucket, "head");
  head.mockRejectedValue(new Error("R2 is away"));
  const refusal = await refusalOf(await finishUpload(cookie, started.meetId));
  expect(refusal).toMatchObject({ status: 503, code: "unavailable" });
  head.mockRestore();
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
});
