import { expect, test } from "vitest";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { shareState } from "#app/contracts/meeting/share.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { FIELD_TYPES, type FieldType, type TemplateSnapshot } from "#app/domain/template/template.ts";
import { call, finishUpload, putBytes, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { openLive } from "#tests/support/live-page.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";

/**
 * A template of all ten types of field, end to end in the real object: written with it, read, edited, shared, taken away,
 * written again with another, and brought back. The builder of templates is not tested here; only the snapshot is used.
 */
const EVERYTHING: TemplateSnapshot = {
  id: "template-of-the-test",
  name: "Everything",
  fields: FIELD_TYPES.map((type) => ({
    key: `my-${type}`,
    title: `Mine: ${type}`,
    prompt: "What was said about rooms, the seminar and the projector.",
    type,
    required: false,
  })),
};

type Summary = NonNullable<MeetingView["summary"]>;

const saidIn = (type: FieldType) => `Written by hand into ${type}`;

/** The lines of a field as a page sends them, and one more manual line. */
function withOneMore({ key, content }: Summary["fields"][number]) {
  const { type } = content;
  const text = saidIn(type);
  if (content.type === "customTable") {
    const before = content.rows.map(({ id, cells }) => ({ id, text: "", cells }));
    return { key, lines: [...before, { id: `hand-${type}`, text: "", cells: content.columns.map(() => text) }] };
  }
  const before = content.items.map(({ segmentIds: _ids, manual: _manual, ...words }) => words);
  const more = {
    ...(type === "tasks" ? { description: "In two weeks", assigned: "Marta", deadline: "2026-11-25" } : {}),
    ...(type === "titleSubtitle" ? { subtitle: "And its subtitle" } : {}),
  };
  return { key, lines: [...before, { id: `hand-${type}`, text, ...more }] };
}

test("minutes of another template with all ten types of field are read, edited, shared, taken away and written again", async () => {
  const { cookie, userId } = await signIn();
  const started = await startUpload(cookie, { meetingName: "Everything at once" });
  await putBytes(started, await fixture("talk-captions.mp4"));
  await finishUpload(cookie, started.meetId, { meetingName: "Everything at once" });
  const page = await openLive(started.meetId, cookie);
  const summary = (): Summary => {
    const { summary: shown } = page.view();
    if (!shown) throw new Error("no summary");
    return shown;
  };
  const isWritten = (template: string) =>
    page.view().head.status === "SUMMARIZED" && summary().template.name === template;
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  const meetId = parseMeetId(started.meetId);
  if (!meetId) throw new Error("no meeting");
  const path = (rest: string) => `/api/acta/meetings/${meetId}/${rest}`;
  const textOf = async (address: string) => {
    const answer = await call(address, { cookie });
    expect(answer.status, address).toBe(200);
    return answer.text();
  };

  const beginningOf = async (address: string) => {
    const answer = await call(address, { cookie });
    return new TextDecoder("latin1").decode((await answer.arrayBuffer()).slice(0, 8));
  };

  const ask = { template: EVERYTHING, language: "en", hand: "keep" } as const;
  await objectOf(meetId).correct({ type: "write-again", saveId: "save-0-00000000", ask }, userId);
  await page.until(() => isWritten("Everything"));
  expect(summary().template.fields.map(({ title }) => title)).toEqual(EVERYTHING.fields.map(({ title }) => title));
  expect(summary().fields.map(({ content }) => content.type)).toEqual([...FIELD_TYPES]);

  const { version: madeOn } = summary();
  const edit = { saveId: "save-1-00000000", madeOn, seen: madeOn, fields: summary().fields.map(withOneMore) };
  const saved = await call(path("summary"), { method: "POST", cookie, json: edit });
  expect(saved.status).toBe(200);
  const { version } = await saved.json<{ version: number }>();
  await page.until(() => page.view().summary?.version === version && page.view().head.pdf === "ready");

  const { link } = shareState.parse(await (await call(path("shares"), { method: "POST", cookie })).json());
  const read = {
    page: await textOf(`/${meetId}`),
    shared: await textOf(new URL(link?.url ?? "").pathname),
    md: await textOf(path("export/md")),
    txt: await textOf(path("export/txt")),
    json: await textOf(path("export/json")),
  };
  for (const [way, text] of Object.entries(read)) {
    for (const type of FIELD_TYPES) {
      // Plain text sets titles in capitals.
      expect(text.toLowerCase(), `${way} has the title of ${type}`).toContain(`mine: ${type}`.toLowerCase());
      expect(text, `${way} has what a person wrote into ${type}`).toContain(saidIn(type));
    }
    expect(text, way).toContain("And its subtitle");
  }
  // Independent readers check the content of these files (tests/unit/exports, tests/unit/pdf).
  expect(await beginningOf(path("pdf"))).toMatch(/^%PDF-1\.7/);
  expect(await beginningOf(path("export/docx"))).toMatch(/^PK/);

  // After a rewrite with the same template, every manual line is in its own field.
  await objectOf(meetId).correct({ type: "write-again", saveId: "save-2-00000000", ask }, userId);
  await page.until(() => isWritten("Everything") && summary().version !== version);
  for (const { key, content } of summary().fields) {
    expect(JSON.stringify(content), key).toContain(saidIn(content.type));
  }
  // With the system's template, then brought back: nothing is lost on the way.
  const rewrite = { saveId: "save-3-00000000", templateId: null, language: "en", hand: "leave" };
  expect((await call(path("rewrite"), { method: "POST", cookie, json: rewrite })).status).toBe(200);
  await page.until(() => isWritten("Basic system"));
  const back = await call(path(`versions/${version}`), { method: "POST", cookie, json: { saveId: "save-4-00000000" } });
  expect(back.status).toBe(200);
  await page.until(() => isWritten("Everything"));
  for (const type of FIELD_TYPES) expect(JSON.stringify(summary().fields)).toContain(saidIn(type));
});
