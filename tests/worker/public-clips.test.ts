import { expect, test } from "vitest";
import { publicClip, publicClips, publicTranscript } from "#app/contracts/public.ts";
import { call } from "#tests/support/api.ts";
import { makeKey, withKey } from "#tests/support/api-key.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** Clips by the public API: by lines or times, changed with their ETag, taken back. Rights are in api-rights.test.ts. */

const LINES = ["We sign in March.", "The clinic agrees.", "Until Monday.", "Thank you all."];

test("a program makes a clip of lines or of times, reads it, changes it with its ETag, and takes it back", async () => {
  const { cookie, userId } = await signIn();
  const { key } = await makeKey(cookie, { scope: "write" });
  const { meetId } = await recordedTalk(
    LINES.map((text, line) => [line % 2 === 0 ? "Nora Puig" : "Jonas Vidal", text] as const),
    { userId },
  );
  const path = `/api/v1/meetings/${meetId}/clips`;
  const ask = (method: string, json: object, at = path, headers = {}) => withKey(at, key, { method, json, headers });
  const { segments } = publicTranscript.parse(
    await (await withKey(`/api/v1/meetings/${meetId}/transcript`, key)).json(),
  );
  const [first, second, third, last] = segments.map(({ id }) => id);

  const made = await ask("POST", { segmentIds: [last, second] });
  expect(made.status, await made.clone().text()).toBe(200);
  const ofLines = publicClip.parse(await made.json());
  expect(ofLines).toMatchObject({ startMs: segments[1]?.startMs, endMs: segments[3]?.endMs, expiresAt: null });
  expect(ofLines.title).toBe("The clinic agrees. Until Monday. Thank you all.");
  // Two seconds of words become five.
  const short = publicClip.parse(await (await ask("POST", { segmentIds: [first] })).json());
  expect([short.startMs, short.endMs]).toEqual([0, 5000]);
  const ofTimes = await ask("POST", { startMs: ofLines.startMs, endMs: ofLines.endMs, title: "The contract" });
  expect(publicClip.parse(await ofTimes.json())).toMatchObject({ id: ofLines.id, title: "The contract" });
  const { clips } = publicClips.parse(await (await withKey(path, key)).json());
  expect(clips.map(({ id }) => id)).toEqual([short.id, ofLines.id]);
  for (const wrong of [{}, { startMs: 0 }, { startMs: 0, endMs: 9000, segmentIds: [third] }, { segmentIds: ["none"] }])
    expect((await ask("POST", wrong)).status, JSON.stringify(wrong)).toBe(422);

  const one = `${path}/${ofLines.id}`;
  const tag = (await withKey(one, key)).headers.get("ETag") ?? "";
  expect((await ask("PATCH", { title: "Mine" }, one)).status).toBe(428);
  expect((await ask("PATCH", { title: "Mine" }, one, { "If-Match": '"other"' })).status).toBe(412);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const changed = await ask("PATCH", { parts: ["transcript"], expiresAt }, one, { "If-Match": tag });
  expect(publicClip.parse(await changed.json())).toMatchObject({ parts: ["transcript"], expiresAt });
  // Opening it does not change its state.
  const before = (await withKey(one, key)).headers.get("ETag");
  expect((await call(ofLines.url ?? "")).status).toBe(200);
  expect((await withKey(one, key)).headers.get("ETag")).toBe(before);

  expect((await withKey(one, key, { method: "DELETE" })).status).toBe(204);
  expect((await withKey(one, key, { method: "DELETE" })).status).toBe(204);
  expect((await call(ofLines.url ?? "")).status).toBe(404);
  expect((await withKey(one, key)).status).toBe(404);
});
