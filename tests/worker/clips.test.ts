import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Clip, clip, clipList } from "#app/contracts/meeting/clip.ts";
import { oembed } from "#app/contracts/oembed.ts";
import { importedAnswer } from "#app/contracts/recording/import-answers.ts";
import { CLIP_MS_MAX, CLIP_PAGE_BYTES_MAX, CLIPS_PER_MEETING_MAX } from "#app/domain/limits/clips.ts";
import { type MeetId, newMeetId, randomId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { auditEvents } from "#app/server/db/schema-account.ts";
import { clips } from "#app/server/db/schema-clips.ts";
import { meetingVisibility } from "#app/server/db/schema-teams.ts";
import { hashToken } from "#app/server/identity/session.ts";
import { call, finishUpload, ORIGIN, post, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { summarised } from "#tests/support/given-transcript.ts";
import { openLive } from "#tests/support/live-page.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { noteRecordingRemoved } from "#workers/meeting/store/retention.ts";

/** A clip from its creation to its end, over the API, with real objects and real bytes. */

const db = openDatabase(env.DB);
const TITLE = "Layoffs in March, between us";
const GONE = "This meeting is not available or has been deactivated.";
/** Forty seconds of talk, of which the clip has the middle. */
const LINES = ["The weather is bad.", "We sign in March.", "The clinic agrees.", "Nobody may know of the layoffs."];
const VTT = `WEBVTT\n\n${LINES.map(
  (line, index) =>
    `00:00:${index}0.000 --> 00:00:${index}9.500\n<v ${index % 2 === 0 ? "Joan Vila" : "Marta Ruiz"}>${line}</v>`,
).join("\n\n")}\n`;
const MIDDLE = { fromMs: 9800, toMs: 29_700 };

const pathOf = (meetId: string, clipId?: string) =>
  `/api/acta/meetings/${meetId}/clips${clipId === undefined ? "" : `/${clipId}`}`;
const open = (address: string | null, cookie?: string) => call(address ?? "", cookie ? { cookie } : {});
const pageOf = async (address: string | null, cookie?: string) => (await open(address, cookie)).text();

/** A meeting of words, without a recording. */
async function spoken() {
  const person = await signIn();
  const file = btoa(VTT);
  const made = await post("/api/acta/imports", person.cookie, {
    meetingName: TITLE,
    meetingDate: Date.UTC(2025, 10, 19, 9, 30),
    meetLanguage: "en",
    file,
  });
  const { meetId } = importedAnswer.parse(await made.json());
  await summarised(meetId);
  return { ...person, ...clipsOf(meetId, person.cookie) };
}

/** A meeting with a recording. */
async function recorded(name = "talk-captions.mp4") {
  const person = await signIn();
  const started = await startUpload(person.cookie, { meetingName: TITLE });
  await putBytes(started, await fixture(name));
  expect((await finishUpload(person.cookie, started.meetId, { meetingName: TITLE })).status).toBe(200);
  const page = await openLive(started.meetId, person.cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  return { ...person, view: page.view(), ...clipsOf(started.meetId, person.cookie) };
}

/** As its retention rule does. */
async function removeRecording(meetId: string): Promise<void> {
  await runInDurableObject(objectOf(meetId as MeetId), (_object, state) =>
    noteRecordingRemoved(state.storage.sql, Date.now()),
  );
}

function clipsOf(meetId: string, cookie: string) {
  const ask = (json: object, by = cookie) => post(pathOf(meetId), by, json);
  return {
    meetId,
    ask,
    make: async (json: object): Promise<Clip> => {
      const answer = await ask(json);
      expect(answer.status, await answer.clone().text()).toBe(200);
      return clip.parse(await answer.json());
    },
    change: (clipId: string, method: "PATCH" | "DELETE" | "PUT", json?: object) =>
      call(pathOf(meetId, clipId), { method, cookie, ...(json && { json }) }),
    list: async () => clipList.parse(await (await call(pathOf(meetId), { cookie })).json()).clips,
  };
}

test("a clip has the words of its passage, and nothing else of its meeting", async () => {
  const { make, cookie, meetId } = await spoken();
  const made = await make({ ...MIDDLE, title: "  The date \u202e" });
  expect(made).toMatchObject({ title: "The date", ...MIDDLE, parts: ["transcript", "recording"], playable: false });
  expect(made.url).toMatch(new RegExp(`^${ORIGIN}/clip/[0-9a-hjkmnp-tv-z]{26}$`));
  const answer = await open(made.url);
  expect(answer.status).toBe(200);
  const html = await answer.text();
  expect(html).toContain("We sign in March.");
  expect(html).toContain("The clinic agrees.");
  expect(html).toContain("Marta Ruiz");
  for (const hidden of [LINES[0], LINES[3], TITLE, meetId]) expect(html).not.toContain(hidden);
  expect(answer.headers.get("X-Robots-Tag")).toContain("noindex");
  expect(answer.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
  // Somebody who may open the meeting is led to it.
  expect(await pageOf(made.url, cookie)).toContain(`href="/${meetId}?t=9.8"`);
});

test("its title is the beginning of its words where a person writes none", async () => {
  const { make } = await spoken();
  expect((await make(MIDDLE)).title).toBe("We sign in March. The clinic agrees.");
});

test("the same passage twice is one clip, also at once", async () => {
  const { ask, list } = await spoken();
  const answers = await Promise.all([ask(MIDDLE), ask(MIDDLE), ask(MIDDLE)]);
  const urls = await Promise.all(answers.map(async (answer) => clip.parse(await answer.json()).url));
  expect(new Set(urls).size).toBe(1);
  expect(await list()).toHaveLength(1);
});

test("a revoked clip opens nothing, and can be brought back for a moment", async () => {
  const { make, change, list, userId } = await spoken();
  const made = await make(MIDDLE);
  expect((await change(made.clipId, "DELETE")).status).toBeLessThan(300);
  expect((await change(made.clipId, "DELETE")).status).toBeLessThan(300);
  const gone = await open(made.url);
  expect(gone.status).toBe(404);
  expect(await gone.text()).toContain(GONE);
  expect((await open(`${made.url}/embed`)).status).toBe(404);
  expect((await open(`${made.url}/media`)).status).toBe(404);
  expect((await open(`${ORIGIN}/api/oembed?url=${made.url}`)).status).toBe(404);
  expect((await change(made.clipId, "PATCH", { title: "Later" })).status).toBe(404);
  expect(await list()).toEqual([]);
  expect(clip.parse(await (await change(made.clipId, "PUT")).json()).url).toBe(made.url);
  expect((await open(made.url)).status).toBe(200);
  const audit = await db.select({ action: auditEvents.action }).from(auditEvents).where(eq(auditEvents.userId, userId));
  expect(audit.map(({ action }) => action).filter((action) => action.includes("clip"))).toEqual([
    "meeting.clip-made",
    "meeting.clip-revoked",
    "meeting.clip-restored",
  ]);
});

test("a revoked clip is not brought back later, nor beside another of the same passage", async () => {
  const { make, change } = await spoken();
  const first = await make(MIDDLE);
  await change(first.clipId, "DELETE");
  const second = await make(MIDDLE);
  expect(second.clipId).not.toBe(first.clipId);
  expect((await refusalOf(await change(first.clipId, "PUT"))).code).toBe("too-late");
  await change(second.clipId, "DELETE");
  await db
    .update(clips)
    .set({ revokedAt: Date.now() - 60_000 })
    .where(eq(clips.clipId, second.clipId));
  expect((await refusalOf(await change(second.clipId, "PUT"))).code).toBe("too-late");
});

test("a clip ends by its date, and its passage gets another address then", async () => {
  const { make, change, list } = await spoken();
  const made = await make({ ...MIDDLE, expiresAt: Date.now() + 3_600_000 });
  expect((await open(made.url)).status).toBe(200);
  expect((await change(made.clipId, "PATCH", { expiresAt: 1 })).status).toBe(422);
  await db
    .update(clips)
    .set({ expiresAt: Date.now() - 1 })
    .where(eq(clips.clipId, made.clipId));
  const ended = await open(made.url);
  expect([ended.status, (await ended.text()).includes(GONE)]).toEqual([404, true]);
  // Its owner sees that it has ended, and gives it another end.
  expect(await list()).toMatchObject([{ clipId: made.clipId }]);
  await change(made.clipId, "PATCH", { expiresAt: null });
  expect((await open(made.url)).status).toBe(200);
  await db
    .update(clips)
    .set({ expiresAt: Date.now() - 1 })
    .where(eq(clips.clipId, made.clipId));
  const next = await make(MIDDLE);
  expect(next.url).not.toBe(made.url);
  expect(await list()).toHaveLength(1);
});

test.each([
  ["below five seconds", { fromMs: 0, toMs: 4999 }, "clip-range"],
  ["over ten minutes", { fromMs: 0, toMs: CLIP_MS_MAX + 1 }, "clip-range"],
  ["beyond the meeting", { fromMs: 30_000, toMs: 90_000 }, "clip-range"],
  ["backwards", { fromMs: 20_000, toMs: 10_000 }, "clip-range"],
  ["without a part", { ...MIDDLE, parts: [] }, "invalid-payload"],
  ["with an end that is over", { ...MIDDLE, expiresAt: 5 }, "invalid-payload"],
  ["with a title of nothing", { ...MIDDLE, title: "\u200b" }, "invalid-payload"],
])("no clip %s", async (_what, json, code) => {
  const { ask, list } = await spoken();
  expect(await refusalOf(await ask(json))).toMatchObject({ status: 422, code });
  expect(await list()).toEqual([]);
});

test("a meeting has a hundred clips at most", async () => {
  const { make, ask, meetId, userId } = await spoken();
  const row = (index: number) => ({
    clipId: randomId(),
    tokenHash: randomId(),
    meetId,
    workspaceId: userId,
    createdBy: userId,
    title: "Filler",
    fromMs: index,
    toMs: index + 5000,
    parts: "[]",
    createdAt: 1,
  });
  for (let index = 0; index < CLIPS_PER_MEETING_MAX - 1; index++) await db.insert(clips).values(row(index));
  const last = await make(MIDDLE);
  expect(await refusalOf(await ask({ fromMs: 0, toMs: 12_000 }))).toMatchObject({
    status: 409,
    code: "too-many-clips",
  });
  // The passage that has one is found again.
  expect((await make(MIDDLE)).clipId).toBe(last.clipId);
});

test("only those who may share a meeting make its clips, or see them", async () => {
  const mine = await spoken();
  const made = await mine.make(MIDDLE);
  const [stranger, member] = [await signIn(), await signIn()];
  const teamId = await makeTeam({ owner: mine, others: [member] });
  await db
    .insert(meetingVisibility)
    .values({ meetId: mine.meetId, visibility: "team", teamId, changedBy: mine.userId, changedAt: 1 })
    .onConflictDoUpdate({ target: meetingVisibility.meetId, set: { visibility: "team", teamId } });
  for (const { cookie } of [stranger, member]) {
    expect((await mine.ask({ fromMs: 0, toMs: 20_000 }, cookie)).status).toBe(404);
    expect((await call(pathOf(mine.meetId), { cookie })).status).toBe(404);
    for (const method of ["PATCH", "DELETE", "PUT"]) {
      const json = method === "PATCH" ? { title: "Mine now" } : undefined;
      const answer = await call(pathOf(mine.meetId, made.clipId), { method, cookie, ...(json && { json }) });
      expect(answer.status, method).toBe(404);
    }
    expect((await call(`${pathOf(mine.meetId, made.clipId)}/media`, { cookie })).status).toBe(404);
  }
  // A member may open the meeting, and is led to it; a stranger is not.
  expect(await pageOf(made.url, member.cookie)).toContain(`href="/${mine.meetId}`);
  expect(await pageOf(made.url, stranger.cookie)).not.toContain(mine.meetId);
  // Nor does a clip belong to another meeting of its owner.
  const other = await call(pathOf(newMeetId(), made.clipId), { method: "DELETE", cookie: mine.cookie });
  expect(other.status).toBe(404);
});

test("words that are not shown are not in the page, nor a correction before it is made", async () => {
  const { make, change } = await spoken();
  const made = await make(MIDDLE);
  await change(made.clipId, "PATCH", { parts: ["recording"], title: "Without words" });
  const html = await pageOf(made.url);
  expect(html).not.toContain("We sign in March.");
  expect(html).not.toContain("Marta Ruiz");
  expect(html).toContain("Without words");
});

test("an opening is counted without the person, and not the owner's own", async () => {
  const { make, list, cookie } = await spoken();
  const made = await make(MIDDLE);
  const headers = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0 Safari/537.36" };
  await call(made.url ?? "", { headers });
  await call(made.url ?? "", { headers, cookie });
  await call(made.url ?? "", { headers: { "User-Agent": "Slackbot-LinkExpanding 1.0" } });
  await expect.poll(async () => (await list())[0]?.opens).toBe(1);
});

test("D1 has neither the address of a clip nor a token in the clear", async () => {
  const { make } = await spoken();
  const made = await make(MIDDLE);
  const token = made.url?.split("/").at(-1) ?? "";
  const [row] = await db.select().from(clips).where(eq(clips.clipId, made.clipId));
  expect(row?.tokenHash).toBe(await hashToken(token));
  expect(JSON.stringify(row)).not.toContain(token);
});

test("a clip goes with its meeting", async () => {
  const { make, cookie, meetId } = await spoken();
  const made = await make(MIDDLE);
  await call(`/api/acta/meetings/${meetId}`, { method: "DELETE", cookie });
  expect((await open(made.url)).status).toBe(404);
  expect(await db.select().from(clips).where(eq(clips.meetId, meetId))).toEqual([]);
});

test("a player for frames, found by oEmbed and by previews of the link", async () => {
  const { make } = await spoken();
  const made = await make({ ...MIDDLE, title: "R&D <on> time" });
  const html = await pageOf(made.url);
  expect(html).toContain(`<meta property="og:title" content="R&amp;D &lt;on&gt; time"/>`);
  const found = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(html)?.[1] ?? "";
  const answer = await call(found.replaceAll("&amp;", "&"));
  const told = oembed.parse(await answer.json());
  expect(told).toMatchObject({ version: "1.0", type: "rich", title: "R&D <on> time", provider_name: "Acta" });
  expect(told.html).toContain(`<iframe src="${made.url}/embed"`);
  expect(told.html).not.toContain("<on>");
  const frame = await call(`${made.url}/embed`);
  expect(frame.status).toBe(200);
  const policy = frame.headers.get("Content-Security-Policy") ?? "";
  expect(policy).toMatch(/frame-ancestors [^;]*https:\/\/\*\.notion\.so [^;]*https:\/\/\*\.slack\.com/);
  expect(frame.headers.get("X-Frame-Options")).toBeNull();
  expect(await frame.text()).toContain("We sign in March.");
  const oembedFor = (query: string) => call(`/api/oembed?${query}`);
  expect((await oembedFor(`url=https://elsewhere.example/clip/${"0".repeat(26)}`)).status).toBe(404);
  expect((await oembedFor(`url=${made.url}&format=xml`)).status).toBe(501);
  const small = oembed.parse(await (await oembedFor(`url=${made.url}&maxwidth=300&maxheight=100`)).json());
  expect([small.width, small.height]).toEqual([300, 100]);
});

test("the page is below 30 kB with its styles and its script, and asks for nothing but the recording", async () => {
  const { make } = await spoken();
  const html = await pageOf((await make(MIDDLE)).url);
  const zipped = new Response(html).body?.pipeThrough(new CompressionStream("gzip"));
  const bytes = (await new Response(zipped).arrayBuffer()).byteLength;
  expect(bytes).toBeLessThan(CLIP_PAGE_BYTES_MAX);
  const fetched = [...html.matchAll(/(?:src|href)="([^"]+)"|url\(([^)]+)\)/g)]
    .map(([, attribute, url]) => attribute ?? url ?? "")
    .filter((address) => !/^(?:#|\/$|\?t=|http:\/\/localhost:8787\/api\/oembed)/.test(address));
  expect(fetched).toEqual(["/favicon.svg"]);
});

test("sound and picture of a clip play in ranges from our own origin, until it is revoked", async () => {
  const { make, change, cookie, meetId, view } = await recorded();
  const toMs = Math.min(12_000, view.head.durationMs ?? 0);
  const made = await make({ fromMs: 2000, toMs });
  expect(made.playable).toBe(true);
  const media = `${made.url}/media`;
  const whole = await call(media);
  expect(whole.status).toBe(200);
  expect(whole.headers.get("Content-Type")).toMatch(/^(?:video|audio)\/mp4$/);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  expect(new TextDecoder().decode(bytes.subarray(4, 8))).toBe("ftyp");
  const total = Number(whole.headers.get("Content-Length"));
  expect(bytes.byteLength).toBe(total);
  const middle = await call(media, { headers: { Range: "bytes=1000-20999" } });
  expect([middle.status, middle.headers.get("Content-Range")]).toEqual([206, `bytes 1000-20999/${total}`]);
  expect(new Uint8Array(await middle.arrayBuffer())).toEqual(bytes.subarray(1000, 21_000));
  expect((await call(media, { headers: { Range: `bytes=${total}-` } })).status).toBe(416);
  const file = await call(`${media}?download=1`);
  expect(file.headers.get("Content-Disposition")).toMatch(/^attachment; filename="clip\.(?:mp4|m4a)"/);
  await file.body?.cancel();
  const html = await pageOf(made.url);
  expect(html).toMatch(/<(?:video|audio) src="\/clip\/[0-9a-z]{26}\/media" controls/);
  expect(html).toMatch(/<meta property="og:(?:video|audio)" content="http/);
  expect(html).toContain('<meta name="twitter:card" content="player"/>');

  // Words alone: nobody with the link hears anything, and its owner keeps the file.
  await change(made.clipId, "PATCH", { parts: ["transcript"] });
  expect((await call(media)).status).toBe(404);
  const quiet = await pageOf(made.url);
  expect(quiet).not.toMatch(/<video|<audio|og:video|og:audio|\/media/);
  const own = await call(`${pathOf(meetId, made.clipId)}/media`, { cookie });
  expect([own.status, (await own.arrayBuffer()).byteLength]).toEqual([200, total]);
  await change(made.clipId, "PATCH", { parts: ["transcript", "recording"] });
  expect((await call(media, { method: "HEAD" })).status).toBe(200);
  await change(made.clipId, "DELETE");
  expect((await call(media, { method: "HEAD" })).status).toBe(404);
});

test("a clip whose recording was deleted keeps its words and says so", async () => {
  const { make, meetId, view } = await recorded();
  const made = await make({ fromMs: 0, toMs: Math.min(20_000, view.head.durationMs ?? 0) });
  await removeRecording(meetId);
  const html = await pageOf(made.url);
  expect(html).toContain("The recording of this meeting was deleted.");
  expect(html).not.toMatch(/<video|<audio/);
  expect(html).toContain(view.segments[0]?.text.slice(0, 20));
  expect((await call(`${made.url}/media`)).status).toBe(404);
});
