import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { RewriteAsk } from "#app/domain/meeting/states.ts";
import { NO_WORDING } from "#app/domain/summary/fields/field-rules.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import type { Correction } from "#app/server/ports/meeting-edits.ts";
import { openAiLanguage } from "#app/server/adapters/openai/openai-language.ts";
import { LANGUAGE_ORIGIN, standInForLanguage } from "#tests/fakes/language-server.ts";
import { announced, placeOf } from "#tests/support/given-transcript.ts";
import { onBench } from "#tests/support/meeting-bench.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { readMeeting } from "#workers/meeting/store/store.ts";
import { call, finishUpload, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { openLive } from "#tests/support/live-page.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { THE_SPEAKER } from "#tests/support/scripted-minutes.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** A person's corrections, over the API and in the real object; each test has a meeting of its own. */

type Summary = NonNullable<MeetingView["summary"]>;

async function summarised(file = "talk-captions.mp4") {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, { meetingName: "Seminar rooms" });
  await putBytes(started, await fixture(file));
  expect((await finishUpload(cookie, started.meetId, { meetingName: "Seminar rooms" })).status).toBe(200);
  const page = await openLive(started.meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  const path = (rest: string) => `/api/acta/meetings/${started.meetId}/${rest}`;
  const post = (rest: string, json: object) => call(path(rest), { method: "POST", cookie, json });
  const get = async (rest: string) => (await call(path(rest), { cookie })).json<{ versions?: { kind: string }[] }>();
  return { cookie, meetId: started.meetId, page, post, get, path };
}
type Meeting = Awaited<ReturnType<typeof summarised>>;

const summaryOf = ({ page }: Meeting): Summary => {
  const { summary } = page.view();
  if (!summary) throw new Error("no summary");
  return summary;
};
const linesOf = (summary: Summary, type: string) => {
  const content = summary.fields.find((field) => field.content.type === type)?.content;
  return content && content.type !== "customTable" ? content.items : [];
};
let saves = 0;
const saveId = () => `save-${(saves += 1)}-00000000`;
/** All key points as they stand, changed by `change`. */
const pointsEdit = (
  summary: Summary,
  change: (lines: { id: string; text: string }[]) => { id: string; text: string }[],
) => ({
  saveId: saveId(),
  madeOn: summary.version,
  seen: summary.version,
  fields: [
    {
      key: "keypoints",
      lines: change(linesOf(summary, "keypoints").map(({ id = "", text }) => ({ id, text }))),
    },
  ],
});

const withoutFirstWord = (text: string) => text.replace(/^\S+ /u, "");

test("a saved edit is what everybody reads, is a version of its own, and a second try of it does nothing", async () => {
  const meeting = await summarised();
  const before = summaryOf(meeting);
  const [first, second] = linesOf(before, "keypoints");
  const edit = pointsEdit(before, (lines) => [
    { id: "new-line", text: "Bring the *key* of room 4." },
    ...lines.slice(0, 1).map((line) => ({ ...line, text: withoutFirstWord(line.text) })),
    ...lines.slice(1, 2).map((line) => ({ ...line, text: `${line.text} Somebody else added this.` })),
  ]);
  const saved = await meeting.post("summary", {
    ...edit,
    title: { before: "Seminar rooms", after: "Rooms, corrected" },
  });
  expect(saved.status).toBe(200);
  const { version } = await saved.json<{ version: number }>();
  expect(version).toBe((before.version ?? 0) + 1);
  await meeting.page.until(
    ({ view }) => view().summary?.version === version && view().head.title === "Rooms, corrected",
  );
  expect(linesOf(summaryOf(meeting), "keypoints")).toEqual([
    { id: "new-line", text: "Bring the *key* of room 4.", segmentIds: [], manual: true },
    {
      id: first?.id,
      text: withoutFirstWord(first?.text ?? ""),
      segmentIds: first?.segmentIds,
      manual: true,
      // It keeps its part of the minutes.
      quoted: first?.quoted,
    },
    // An addition by a person keeps the line's links to the transcript.
    {
      id: second?.id,
      text: `${second?.text} Somebody else added this.`,
      segmentIds: second?.segmentIds,
      manual: true,
      quoted: second?.quoted,
    },
  ]);
  // The exported file has it too.
  const json = await (await call(meeting.path("export/json"), { cookie: meeting.cookie })).text();
  expect(json).toContain("Bring the *key* of room 4.");

  const again = await meeting.post("summary", edit);
  expect(await again.json()).toMatchObject({ version });
  const { versions } = await meeting.get("versions");
  expect(versions).toMatchObject([
    { version, kind: "edited", manualLines: 3, shown: true },
    { version: before.version, kind: "written", manualLines: 0, shown: false },
  ]);
});

test("the later of two saves is told what changed, and saved again has both", async () => {
  const meeting = await summarised();
  const before = summaryOf(meeting);
  const [first] = linesOf(before, "keypoints");
  const mine = pointsEdit(before, (lines) => [...lines, { id: "mine-1", text: "What I added." }]);
  const theirs = pointsEdit(before, (lines) =>
    lines.map((line) => (line.id === first?.id ? { ...line, text: "What they made of it." } : line)),
  );
  expect((await meeting.post("summary", theirs)).status).toBe(200);
  const refused = await meeting.post("summary", mine);
  expect(refused.status).toBe(409);
  const body = await refused.json<{ error: { code: string }; current: { summary: Summary } }>();
  expect(body.error.code).toBe("edited-meanwhile");
  const { summary: current } = body.current;
  expect(linesOf(current, "keypoints")[0]?.text).toBe("What they made of it.");

  const saved = await meeting.post("summary", { ...mine, seen: current.version });
  const { version, both } = await saved.json<{ version: number; both: string[] }>();
  expect(both).toEqual([]);
  await meeting.page.until(({ view }) => view().summary?.version === version);
  const texts = linesOf(summaryOf(meeting), "keypoints").map(({ text }) => text);
  expect(texts[0]).toBe("What they made of it.");
  expect(texts.at(-1)).toBe("What I added.");
  expect(texts).toHaveLength(linesOf(before, "keypoints").length + 1);

  // The same line by both: mine stands, theirs stays in its version.
  const clash = pointsEdit(before, (lines) =>
    lines.map((line) => (line.id === first?.id ? { ...line, text: "What I made of it." } : line)),
  );
  const clashed = await (await meeting.post("summary", { ...clash, seen: version })).json<{ both: string[] }>();
  expect(clashed.both).toEqual([first?.id]);
  const earlier = await meeting.get(`versions/${current.version}`);
  expect(JSON.stringify(earlier)).toContain("What they made of it.");
});

test("an earlier version is brought back as a new one, and nothing goes", async () => {
  const meeting = await summarised();
  const before = summaryOf(meeting);
  await meeting.post(
    "summary",
    pointsEdit(before, () => []),
  );
  await meeting.page.until(({ view }) => linesOf(view().summary ?? before, "keypoints").length === 0);
  const id = saveId();
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const back = await meeting.post(`versions/${before.version}`, { saveId: id });
    expect(await back.json(), `try ${attempt}`).toMatchObject({ version: (before.version ?? 0) + 2 });
  }
  await meeting.page.until(({ view }) => linesOf(view().summary ?? before, "keypoints").length > 0);
  expect(linesOf(summaryOf(meeting), "keypoints")).toEqual(linesOf(before, "keypoints"));
  const { versions } = await meeting.get("versions");
  expect(versions?.map(({ kind }) => kind)).toEqual(["brought-back", "edited", "written"]);
  expect((await refusalOf(await meeting.post("versions/99", { saveId: saveId() }))).status).toBe(404);
  expect((await refusalOf(await call(meeting.path("versions/x"), { cookie: meeting.cookie }))).status).toBe(404);
});

test("corrected words are in transcript, captions and search; what rests on them is marked until it is written again", async () => {
  const meeting = await summarised();
  const before = summaryOf(meeting);
  const [point] = linesOf(before, "keypoints");
  const segmentId = point?.segmentIds[0] ?? "";
  const segment = meeting.page.view().segments.find(({ id }) => id === segmentId);
  const words = `${segment?.text} Zanzibar.`;
  const correct = (from: string, to: string | null) =>
    meeting.post(`segments/${segmentId}`, { saveId: saveId(), before: from, text: to });
  expect((await correct(segment?.text ?? "", words)).status).toBe(200);
  await meeting.page.until(({ view }) => view().segments.some(({ edited }) => edited === true));
  expect(meeting.page.view().segments.find(({ id }) => id === segmentId)).toMatchObject({ text: words, edited: true });
  expect(await (await call(meeting.path("export/vtt"), { cookie: meeting.cookie })).text()).toContain("Zanzibar");
  expect(await meeting.get(`segments/${segmentId}`)).toMatchObject({
    segment: { original: segment?.text, corrected: words },
  });
  await meeting.page.until(({ view }) => linesOf(view().summary ?? before, "keypoints")[0]?.outdated === true);

  // A person who still sees the old words is told; nothing is overwritten.
  expect(await refusalOf(await correct(segment?.text ?? "", "Older words"))).toMatchObject({
    status: 409,
    code: "edited-meanwhile",
  });
  // The recognised words again: nothing rests on changed words any more.
  expect((await correct(words, null)).status).toBe(200);
  await meeting.page.until(({ view }) => linesOf(view().summary ?? before, "keypoints")[0]?.outdated !== true);
  expect(meeting.page.view().segments.find(({ id }) => id === segmentId)).toEqual(segment);
  expect((await correct(segment?.text ?? "", words)).status).toBe(200);

  const asked = await meeting.post("rewrite", { saveId: saveId(), templateId: null, language: "en", hand: "keep" });
  expect(asked.status).toBe(200);
  const written = (view: MeetingView) => view.head.status === "SUMMARIZED" && view.summary?.version !== before.version;
  await meeting.page.until(({ view }) => written(view()));
  expect(JSON.stringify(summaryOf(meeting))).not.toContain('"outdated"');
});

test("a rewrite keeps manual lines or leaves them in the version before, as the person chose", async () => {
  const meeting = await summarised();
  const before = summaryOf(meeting);
  const [first] = linesOf(before, "keypoints");
  const edit = pointsEdit(before, (lines) => [
    ...lines.map((line) => (line.id === first?.id ? { ...line, text: "Corrected by me." } : line)),
    { id: "mine-1", text: "Added by me." },
  ]);
  const tasks = linesOf(before, "tasks");
  const { version } = await (await meeting.post("summary", edit)).json<{ version: number }>();
  for (const { id } of tasks.slice(0, 1)) await meeting.post("tasks", { taskId: id, done: true });
  expect(await meeting.get("rewrite")).toMatchObject({
    rewrite: { manualLines: 2, languages: ["en"], engine: { port: "extractive" } },
  });

  const ask = (hand: string, language = "en") => ({ saveId: saveId(), templateId: null, language, hand });
  const kept = ask("keep");
  expect((await meeting.post("rewrite", kept)).status).toBe(200);
  await meeting.page.until(({ view }) => view().head.status === "SUMMARIZED" && view().summary?.version !== version);
  const points = linesOf(summaryOf(meeting), "keypoints").map(({ text }) => text);
  expect(points[0]).toBe("Corrected by me.");
  expect(points.at(-1)).toBe("Added by me.");
  expect(points).toHaveLength(linesOf(before, "keypoints").length + 1);
  expect(points).not.toContain(first?.text);
  for (const { id } of tasks.slice(0, 1)) {
    expect(linesOf(summaryOf(meeting), "tasks").find((task) => task.id === id)).toMatchObject({ done: true });
  }
  // The network's second try of the same save writes nothing.
  const { version: after } = summaryOf(meeting);
  expect((await meeting.post("rewrite", kept)).status).toBe(200);
  expect(meeting.page.view().head.status).toBe("SUMMARIZED");

  // The same save with another wish is another request: its page may have lost the first answer.
  expect((await meeting.post("rewrite", { ...kept, hand: "leave" })).status).toBe(200);
  await meeting.page.until(({ view }) => view().head.status === "SUMMARIZED" && view().summary?.version !== after);
  expect(linesOf(summaryOf(meeting), "keypoints").map(({ text }) => text)).toEqual(
    linesOf(before, "keypoints").map(({ text }) => text),
  );
  const { versions } = await meeting.get("versions");
  expect(versions?.map(({ kind }) => kind)).toEqual(["written", "kept", "written", "edited", "written"]);
  // An engine that quotes does not translate, and says so.
  expect(await refusalOf(await meeting.post("rewrite", ask("keep", "fr")))).toMatchObject({
    status: 422,
    code: "language-needs-model",
    message: "Error updating language",
  });
  const other = await meeting.post("rewrite", { ...ask("keep"), templateId: "not-there" });
  expect(await refusalOf(other)).toMatchObject({ status: 422, message: "Error updating template" });
});

test("tasks are added, assigned, dated and ticked off, and a tick twice is one", async () => {
  const meeting = await summarised();
  const before = summaryOf(meeting);
  const task = { id: "task-1-by-hand", text: "Order the rice", assigned: "Marta", deadline: "2026-11-25" };
  await meeting.post("summary", {
    saveId: saveId(),
    madeOn: before.version,
    seen: before.version,
    fields: [{ key: "tasks", lines: [task] }],
  });
  for (const attempt of ["first", "second"]) {
    expect((await meeting.post("tasks", { taskId: task.id, done: true })).status, attempt).toBe(200);
  }
  await meeting.page.until(({ view }) => JSON.stringify(view().summary).includes('"done":true'));
  expect(linesOf(summaryOf(meeting), "tasks")).toEqual([
    { ...task, description: null, segmentIds: [], manual: true, done: true },
  ]);
  await meeting.post("tasks", { taskId: task.id, done: false });
  await meeting.page.until(({ view }) => !JSON.stringify(view().summary).includes('"done":true'));
});

test("input that is too long, too much, malformed or for another person's meeting is refused and changes nothing", async () => {
  const meeting = await summarised();
  const before = summaryOf(meeting);
  const edit = pointsEdit(before, (lines) => lines);
  const long = { ...edit, fields: [{ key: "keypoints", lines: [{ id: "x", text: "a".repeat(601) }] }] };
  const ofLines = (length: number) => ({
    ...edit,
    fields: [{ key: "keypoints", lines: Array.from({ length }, (_, index) => ({ id: `x${index}`, text: "a" })) }],
  });
  for (const bad of [long, ofLines(1201), { ...edit, saveId: "" }, { ...edit, madeOn: 0 }, { ...edit, fields: {} }]) {
    expect(await refusalOf(await meeting.post("summary", bad))).toMatchObject({
      status: 422,
      message: "Error saving meeting",
    });
  }
  // More lines than a field holds: the refusal says so in the person's language, and nothing is cut off.
  for (const [language, words] of [
    ["en", "A field has more than 60 lines."],
    ["es", "Un campo tiene más de 60 líneas."],
    ["ca", "Un camp té més de 60 línies."],
    ["fr", "Un champ a plus de 60 lignes."],
  ] as const) {
    const headers = { "Accept-Language": language };
    const { cookie } = meeting;
    const json = ofLines(61);
    const answer = await call(meeting.path("summary"), { method: "POST", cookie, json, headers });
    const refusal = await refusalOf(answer);
    expect(refusal).toMatchObject({ status: 422, code: "too-many-lines" });
    expect(refusal.message).toContain(words);
  }
  const stranger = await signIn();
  for (const [rest, json] of [
    ["summary", edit],
    ["tasks", { taskId: "x", done: true }],
    ["rewrite", { saveId: saveId(), templateId: null, language: "en", hand: "keep" }],
    ["versions/1", { saveId: saveId() }],
    ["speakers", { saveId: saveId(), names: [] }],
    ["segments", { saveId: saveId(), segmentIds: ["w0-0"], speaker: null }],
  ] as const) {
    const answer = await call(meeting.path(rest), { method: "POST", cookie: stranger.cookie, json });
    expect((await refusalOf(answer)).status, rest).toBe(404);
  }
  expect((await meeting.get("versions")) as object).toMatchObject({ versions: [{ kind: "written" }] });
  // As many as it holds are saved.
  expect((await meeting.post("summary", ofLines(60))).status).toBe(200);
});

test("a speaker is named once for the whole meeting, in captions too; two of one name can be parted again", async () => {
  const transcript = new TextEncoder().encode(
    [
      "WEBVTT",
      "00:00.500 --> 00:06.000\n<v Speaker 1>Good morning, the booking page of the clinic is ready and tried with patients.",
      "00:07.000 --> 00:12.000\n<v Speaker 2>I will send the contract to the clinic by Friday.",
      "00:13.000 --> 00:20.000\n<v Speaker 1>We decided to launch the booking page of the clinic in March.",
    ].join("\n\n"),
  );
  const { cookie } = await signIn();
  const bytes = await fixture("talk.mp4");
  const started = await startUpload(cookie, announced(bytes, transcript));
  await putBytes(placeOf(started), transcript);
  await putBytes(started, bytes);
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
  const page = await openLive(started.meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  const path = `/api/acta/meetings/${started.meetId}/`;
  const name = (names: object[]) =>
    call(`${path}speakers`, { method: "POST", cookie, json: { saveId: saveId(), names } });
  const speakers = () => [...new Set(page.view().segments.map(({ speaker }) => speaker))];
  expect(speakers()).toEqual(["Speaker 1", "Speaker 2"]);

  expect((await name([{ label: "Speaker 1", before: null, name: " Laia\u202e " }])).status).toBe(200);
  await page.until(() => speakers().includes("Laia"));
  expect(speakers()).toEqual(["Laia", "Speaker 2"]);
  expect(await (await call(`${path}export/vtt`, { cookie })).text()).toContain("Laia");

  expect((await name([{ label: "Speaker 2", before: null, name: "Laia" }])).status).toBe(200);
  await page.until(() => speakers().length === 1);
  const stale = await name([{ label: "Speaker 2", before: null, name: "Marta" }]);
  expect((await refusalOf(stale)).code).toBe("edited-meanwhile");
  expect((await name([{ label: "Speaker 2", before: "Laia", name: null }])).status).toBe(200);
  await page.until(() => speakers().length === 2);
  expect(speakers()).toEqual(["Laia", "Speaker 2"]);
  expect((await refusalOf(await name([{ label: "Nobody", before: null, name: "x" }]))).status).toBe(404);

  // A line is given to another speaker, to somebody new, and back.
  const [first, second, third] = page.view().segments.map(({ id }) => id);
  const assign = (segmentIds: (string | undefined)[], speaker: string | null) =>
    call(`${path}segments`, { method: "POST", cookie, json: { saveId: saveId(), segmentIds, speaker } });
  const said = () => page.view().segments.map(({ speaker }) => speaker);
  const listed = async () => {
    const answer = await call(`${path}speakers`, { cookie });
    return (await answer.json<{ speakers: { label: string; sample: object | null }[] }>()).speakers;
  };
  expect(said()).toEqual(["Laia", "Speaker 2", "Laia"]);
  expect((await listed())[1]).toMatchObject({ label: "Speaker 2", sample: { startMs: 7000, endMs: 12_000 } });
  expect((await assign([second], "Laia")).status).toBe(200);
  await page.until(() => said()[1] === "Laia");
  expect((await listed()).map(({ label }) => label)).toEqual(["Speaker 1"]);
  expect((await assign([second, third], " Marta\u202e ")).status).toBe(200);
  await page.until(() => said()[2] === "Marta");
  expect(said()).toEqual(["Laia", "Marta", "Marta"]);
  expect((await listed()).map(({ label }) => label)).toEqual(["Speaker 1", "Marta"]);
  expect(await (await call(`${path}export/vtt`, { cookie })).text()).toContain("Marta");
  expect((await assign([second, third], null)).status).toBe(200);
  await page.until(() => said()[2] === "Laia");
  expect(said()).toEqual(["Laia", "Speaker 2", "Laia"]);
  expect((await assign([first, "w9-9"], "Laia")).status).toBe(404);
  expect((await assign([], "Laia")).status).toBe(422);
});

/** A meeting of two labelled speakers, the second with a task, and the calls of its object. */
async function labelled() {
  const { userId } = await signIn();
  const { object } = await recordedTalk(
    [
      ["Speaker 1", "We decided that the desk of the clinic opens at eight on Monday."],
      ["Speaker 2", "I will prepare the telephone list by Friday.", { assigned: THE_SPEAKER, deadline: null }],
      ["Speaker 1", "The insurer sends back every third form, and always for page two."],
    ],
    { userId },
  );
  const view = async () => {
    const { summary, segments, head } = (await object.view({ kind: "owner", userId })) ?? {};
    if (!summary || !segments || !head) throw new Error("no minutes");
    return { summary, segments, head };
  };
  const correct = async (correction: Correction) =>
    expect(await object.correct(correction, userId), correction.type).toMatchObject({ ok: true });
  return {
    object,
    view,
    correct,
    tasks: async () => linesOf((await view()).summary, "tasks"),
    name: (before: string | null, name: string) =>
      correct({ type: "name-speakers", saveId: saveId(), names: [{ label: "Speaker 2", before, name }] }),
  };
}

const BY_HAND = { ...NO_WORDING, id: "by-hand", text: "Bring the key" };

test("a save of the minutes stores no name of a speaker: a later name replaces it", async () => {
  const { view, tasks, correct, name } = await labelled();
  await name(null, "Nora");
  const { summary } = await view();
  const shown = linesOf(summary, "tasks").map((line) => ({ ...NO_WORDING, ...line, id: line.id ?? "" }));
  expect(shown).toMatchObject([{ assigned: "Nora" }]);
  const { version = 0 } = summary;
  const fields = [{ key: "tasks", lines: [...shown, BY_HAND, { ...BY_HAND, id: "hers", assigned: "Nora" }] }];
  await correct({ type: "save-summary", saveId: saveId(), madeOn: version, seen: version, title: null, fields });
  await name("Nora", "Noemi");
  expect(await tasks()).toMatchObject([
    { assigned: "Noemi" },
    { text: "Bring the key", assigned: null },
    { text: "Bring the key", assigned: "Noemi" },
  ]);
});

test("a line with a named owner keeps its moment when its words change", async () => {
  const { view, tasks, correct, name } = await labelled();
  await name(null, "Nora");
  const { summary } = await view();
  const shown = linesOf(summary, "tasks").map((line) => ({ ...NO_WORDING, ...line, id: line.id ?? "" }));
  const lines = shown.map((line) => ({ ...line, text: "Prepare the telephone list by Friday" }));
  const made = { madeOn: summary.version ?? 0, seen: summary.version ?? 0 };
  await correct({ type: "save-summary", saveId: saveId(), ...made, title: null, fields: [{ key: "tasks", lines }] });
  const [task] = await tasks();
  expect(task).toMatchObject({ text: "Prepare the telephone list by Friday", assigned: "Nora" });
  expect(task?.segmentIds).not.toEqual([]);
  expect(task?.segmentIds).toEqual(shown[0]?.segmentIds);
});

test("a quotation is that of the person to whom its line was given", async () => {
  const { userId } = await signIn();
  const { object } = await recordedTalk(
    [
      ["Speaker 1", "The insurer sends back every third form, and always for page two."],
      ["Speaker 2", "The desk of the clinic needs a printer for the forms."],
    ],
    { userId },
  );
  const view = async () => (await object.view({ kind: "owner", userId })) ?? { summary: null, segments: [] };
  const [, second] = (await view()).segments;
  const speakers = async () => {
    const { summary } = await view();
    const lines = summary ? [...linesOf(summary, "summary"), ...linesOf(summary, "keypoints")] : [];
    return lines.flatMap(({ text, quoted }) => (text.includes("printer") ? [quoted?.speaker] : []));
  };
  const assign = (speaker: string | null) =>
    object.correct({ type: "assign-segments", saveId: saveId(), segmentIds: [second?.id ?? ""], speaker }, userId);
  expect(await speakers()).toEqual(["Speaker 2"]);
  await assign("Speaker 1");
  expect(await speakers()).toEqual(["Speaker 1"]);
  await assign(null);
  expect(await speakers()).toEqual(["Speaker 2"]);
});

test("a name is no correction of a line: the line is written again", async () => {
  const { object, view, tasks, correct, name } = await labelled();
  await name(null, "Nora");
  const [task] = await tasks();
  await correct({ type: "tick-task", taskId: task?.id ?? "", done: true });
  const { segments, summary: written } = await view();
  const { id: segmentId = "", text: before = "" } = segments[1] ?? {};
  const text = before.replace("Friday", "Thursday");
  await correct({ type: "correct-segment", saveId: saveId(), segmentId, before, text });
  const ask = { template: BASIC_SYSTEM, language: "en", hand: "keep" } as const;
  await correct({ type: "write-again", saveId: saveId(), ask });
  await vi.waitFor(
    async () => {
      const { summary, head } = await view();
      expect([head.status, summary.version !== written.version]).toEqual(["SUMMARIZED", true]);
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(await tasks()).toMatchObject([{ text, assigned: "Nora", done: true }]);
  // The minutes were written with the name, and are stored with the label, so that a later name replaces it.
  await runInDurableObject(object, (_object, { storage }) => {
    const bodies = storage.sql.exec<{ body: string }>("SELECT body FROM summaries").toArray();
    expect(bodies.map(({ body }) => /Nora/.test(body))).toEqual([false, false]);
  });
  await name("Nora", "Noemi");
  expect(await tasks()).toMatchObject([{ text, assigned: "Noemi", done: true }]);
});

test("a task that is not in the minutes cannot be ticked off", async () => {
  const { object } = await labelled();
  const tick = await object.correct({ type: "tick-task", taskId: "9.tasks.9", done: true }, "nora");
  expect(tick).toEqual({ ok: false, reason: "not-found" });
});

test("the list of versions leaves the name of Basic system to the reader's language", async () => {
  const { object } = await labelled();
  expect(await object.readEdits({ about: "versions" })).toMatchObject({ versions: [{ template: null }] });
});

const model = () =>
  openAiLanguage({ baseUrl: LANGUAGE_ORIGIN, model: "small-talker", apiKey: null, contextTokens: 32_000 });
const rewriteAs = (language: MeetingLanguage, what: RewriteAsk["what"]): RewriteAsk => ({
  template: BASIC_SYSTEM,
  language,
  hand: "keep",
  what,
});

test("in another language the minutes are a model's; where it does not answer, those that are there stay, and nothing is given back", async () => {
  const server = standInForLanguage({ mode: "ok" });
  const talk = await fixture("talk-captions.mp4");
  await onBench(talk, { deps: { speech: null, language: model() } }, async ({ apply, finish, view, storage }) => {
    await finish();
    const first = view()?.summary;
    expect(first).toMatchObject({ language: "en", engine: { port: "openai" } });

    server.be("500");
    apply({ type: "rewrite-asked", ask: rewriteAs("fr", "language") });
    expect(view()?.head.status).toBe("TRANSCRIPTED");
    expect(view()?.summary?.version).toBe(first?.version);
    await finish();
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", rewriteFailed: "language" });
    expect(view()?.summary).toEqual(first);
    expect(readMeeting(storage.sql)?.alive?.state.usage).toBe("counted");

    server.be("ok");
    apply({ type: "rewrite-asked", ask: rewriteAs("fr", "language") });
    expect(view()?.head.rewriteFailed).toBeUndefined();
    await finish();
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", language: "en" });
    expect(view()?.head.rewriteFailed).toBeUndefined();
    expect(view()?.summary).toMatchObject({ language: "fr", engine: { port: "openai" } });
    expect(
      view()?.summary?.fields.some(({ content }) => content.type === "keypoints" && content.items.length > 0),
    ).toBe(true);
  });
  vi.restoreAllMocks();
});

test("nothing that a person wrote outlives its meeting, and a save that comes late resurrects nothing", async () => {
  const meeting = await summarised();
  const before = summaryOf(meeting);
  const [segment] = meeting.page.view().segments;
  await meeting.post(
    "summary",
    pointsEdit(before, (lines) => [...lines, { id: "secret-1", text: "Between us." }]),
  );
  await meeting.post(`segments/${segment?.id}`, { saveId: saveId(), before: segment?.text, text: "Other words." });
  const object = objectOf(meeting.meetId as MeetId);
  await object.discard();
  await runInDurableObject(object, (_object, { storage }) => {
    for (const table of [
      "minutes_versions",
      "segment_edits",
      "segment_speakers",
      "speaker_names",
      "task_ticks",
      "edit_saves",
      "summaries",
    ]) {
      expect(storage.sql.exec(`SELECT count(*) AS rows FROM ${table}`).one(), table).toEqual({ rows: 0 });
    }
  });
  const late = await object.correct({ type: "tick-task", taskId: "secret-1", done: true }, "nora");
  expect(late).toEqual({ ok: false, reason: "not-found" });
  expect(await object.readEdits({ about: "versions" })).toBeNull();
});
