import { expect, test } from "vitest";
import { importedAnswer } from "#app/contracts/recording/import-answers.ts";
import { newMeetId } from "#app/domain/ids.ts";
import { call, finishUpload, post, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { summarised as minutesWritten } from "#tests/support/given-transcript.ts";
import { openLive } from "#tests/support/live-page.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { transcriptFixture } from "#tests/support/transcript-fixture.ts";

async function summarised(meetingName: string) {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, { meetingName });
  await putBytes(started, await fixture("talk-captions.mp4"));
  expect((await finishUpload(cookie, started.meetId, { meetingName })).status).toBe(200);
  const page = await openLive(started.meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  return { cookie, meetId: started.meetId, view: page.view() };
}

const pathOf = (meetId: string, format: string) => `/api/acta/meetings/${meetId}/export/${format}`;

test.each([
  ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "PK\u0003\u0004"],
  ["md", "text/markdown; charset=utf-8", "# "],
  ["txt", "text/plain; charset=utf-8", ""],
  ["srt", "application/x-subrip; charset=utf-8", "1\n00:"],
  ["vtt", "text/vtt; charset=utf-8", "WEBVTT\n\n00:"],
  ["json", "application/json; charset=utf-8", "{\n"],
])("the owner takes the meeting away as %s", async (format, type, begins) => {
  const { cookie, meetId, view } = await summarised("Seminar/rooms: «què»\u202e");
  const answer = await call(pathOf(meetId, format), { cookie });
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": type,
    "cache-control": "private, no-store",
    "content-disposition": `attachment; filename="meeting.${format}"; filename*=UTF-8''Seminar%20rooms%20%C2%ABqu%C3%A8%C2%BB.${format}`,
    "x-content-type-options": "nosniff",
  });
  const text = await answer.text();
  expect(text.startsWith(begins)).toBe(true);
  // The file is packed: an independent reader checks its content (tests/unit/exports).
  if (format === "docx") return;
  // Line breaks and markup differ; the spoken words do not. The first segment is a greeting, which no minutes quote.
  const words = view.segments[1]?.text.split(" ").slice(0, 3).join(" ") ?? "none";
  expect(text).toContain(words);
});

test.each(["md", "txt"])("%s holds the minutes; the transcript is a choice, as in the PDF", async (format) => {
  const { cookie, meetId, view } = await summarised("Seminar rooms");
  const minutes = await (await call(pathOf(meetId, format), { cookie })).text();
  const both = await (await call(`${pathOf(meetId, format)}?transcript=1`, { cookie })).text();
  const heading = /^(?:## Transcript|TRANSCRIPT)$/mu;
  expect(view.segments.length).toBeGreaterThan(1);
  expect(minutes).not.toMatch(heading);
  expect(both).toMatch(heading);
  expect(both.length).toBeGreaterThan(minutes.length);
});

test("a file has no names of speakers where they are not wanted", async () => {
  const { cookie } = await signIn();
  const file = btoa(String.fromCharCode(...(await transcriptFixture("zoom.vtt"))));
  const made = await post("/api/acta/imports", cookie, {
    meetingName: "Weekly sync",
    meetingDate: Date.UTC(2025, 10, 19, 9, 30),
    meetLanguage: "en",
    file,
  });
  const { meetId } = importedAnswer.parse(await made.json());
  await minutesWritten(meetId);
  for (const format of ["md", "txt", "srt", "vtt", "json"]) {
    const address = `${pathOf(meetId, format)}?transcript=1`;
    expect(await (await call(address, { cookie })).text(), format).toContain("Marta Ruiz");
    expect(await (await call(`${address}&names=0`, { cookie })).text(), format).not.toContain("Marta Ruiz");
  }
});

test("another person gets 404, and no other format exists", async () => {
  const { cookie, meetId } = await summarised("Seminar rooms");
  const stranger = await signIn();
  expect((await refusalOf(await call(pathOf(meetId, "md"), { cookie: stranger.cookie }))).status).toBe(404);
  expect((await refusalOf(await call(pathOf(meetId, "md")))).status).toBe(401);
  expect((await refusalOf(await call(pathOf(newMeetId(), "md"), { cookie }))).status).toBe(404);
  for (const format of ["exe", "toString", "MD"]) {
    expect((await refusalOf(await call(pathOf(meetId, format), { cookie }))).status).toBe(404);
  }
  expect((await refusalOf(await call(pathOf(meetId, "md"), { cookie, method: "POST" }))).status).toBe(405);
});

test("before anything was said there is nothing to take away, and it says so", async () => {
  const { cookie } = await signIn();
  const { meetId } = await startUpload(cookie);
  expect(await refusalOf(await call(pathOf(meetId, "md"), { cookie }))).toMatchObject({
    status: 409,
    code: "not-ready",
    message: "No summary data available",
  });
});

test("a recording in another language than the chosen one is quoted in the language that was spoken, and says so", async () => {
  const { cookie } = await signIn();
  const chosen = { meetingName: "Seminar rooms", meetLanguage: "es" };
  const started = await startUpload(cookie, chosen);
  await putBytes(started, await fixture("talk-captions.mp4"));
  expect((await finishUpload(cookie, started.meetId, chosen)).status).toBe(200);
  const page = await openLive(started.meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  expect(page.view().head.language).toBe("es");
  expect(page.view().summary).toMatchObject({ language: "en", spoken: "en" });
  const { view } = await summarised("Seminar rooms");
  expect(view.summary).not.toHaveProperty("spoken");
});
