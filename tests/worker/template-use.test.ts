import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import {
  listedTemplate,
  rewritesAnswer,
  templatePreview,
  templateSwitched,
  templateUsage,
} from "#app/contracts/template/template-answers.ts";
import { FREE_RECORDINGS_MAX } from "#app/domain/limits/account.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { templateClaims, templates } from "#app/server/db/schema-templates.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { meetings } from "#app/server/db/schema.ts";
import { call, finishUpload, post, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { fixture } from "#tests/support/fixture.ts";
import { openLive } from "#tests/support/live-page.ts";
import { meetingPayload } from "#tests/support/meeting-payload.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** A template chosen for meetings: in use, switched, deleted, written again with. */

const soon = { timeout: 20_000, interval: 50 };
const db = openDatabase(env.DB);
const TEMPLATES = "/api/acta/templates";
const FIELD = { key: "topics", title: "What was discussed", prompt: "The topics of the talk.", type: "customBullets" };

let saves = 0;
const saveId = () => `save-${String((saves += 1)).padStart(8, "0")}`;

async function create(cookie: string, name = "Weekly") {
  const answer = await post(TEMPLATES, cookie, { saveId: saveId(), name, description: null, fields: [FIELD] });
  const { id } = listedTemplate.parse(await answer.json());
  return id ?? "";
}
const remove = (id: string, cookie: string) => call(`${TEMPLATES}/${id}`, { method: "DELETE", cookie });

/** A meeting with minutes of a template, and its open page. */
async function written(cookie: string, templateId: string | null, name = "Room for the seminar") {
  const over = { meetingName: name, templateId };
  const started = await startUpload(cookie, over);
  await putBytes(started, await fixture("talk-captions.mp4"));
  await finishUpload(cookie, started.meetId, over);
  const page = await openLive(started.meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  return { meetId: started.meetId, page };
}

const rowOf = async (meetId: string) => (await db.select().from(meetings).where(eq(meetings.id, meetId)))[0];

test("an upload takes a template that its person may use, and a meeting keeps its snapshot in its own language", async () => {
  const [{ cookie }, { cookie: stranger }] = [await signIn(), await signIn()];
  const id = await create(cookie);
  const refusal = await refusalOf(await post("/api/acta/upload", stranger, meetingPayload({ templateId: id })));
  expect([refusal.status, refusal.code]).toEqual([422, "template-not-found"]);
  const { page } = await written(cookie, id);
  expect(page.view().summary?.template).toMatchObject({ id, name: "Weekly", fields: [FIELD] });
  const french = await startUpload(cookie, { templateId: "system-stand-up", meetLanguage: "fr" });
  const english = await call(`${TEMPLATES}/system-stand-up`, { cookie });
  const name = listedTemplate.parse(await english.json()).name;
  const frenchPage = await openLive(french.meetId, cookie);
  await frenchPage.until(() => true);
  expect(frenchPage.view().head.templateName).not.toBe(name);
});

test("a template in use is not deleted, says where it is used, and goes after its meetings were switched", async () => {
  const { cookie } = await signIn();
  const [used, other] = [await create(cookie, "Used"), await create(cookie, "Other")];
  const { meetId, page } = await written(cookie, used);
  const planned = await post("/api/acta/init_call", cookie, {
    ...meetingPayload({ templateId: used, meetingName: "Next week" }),
    meetingDate: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    meetExtUrl: `meet.jit.si/acta-template-${Date.now()}`,
  });
  expect(planned.status).toBe(200);
  const isListed = async () => (await db.select().from(meetings).where(eq(meetings.templateId, used))).length === 2;
  await vi.waitFor(async () => expect(await isListed()).toBe(true), soon);
  const browser = openBrowser();
  browser.cookies.set("acta-session", cookie.split("=")[1] ?? "");
  expect((await browser.post("/api/acta/user/choices", { templateId: used })).status).toBe(204);
  const refused = await remove(used, cookie);
  expect(refused.status).toBe(409);
  const body: unknown = await refused.clone().json();
  expect((await refusalOf(refused)).message).toBe("Template in use");
  expect(templateUsage.parse(body).usage).toMatchObject({
    isDefault: true,
    listedMeetings: [{ id: meetId, title: "Room for the seminar" }],
    listedPlanned: [{ title: "Next week" }],
  });
  const switched = await post(`${TEMPLATES}/${used}/switch`, cookie, { to: other });
  expect(templateSwitched.parse(await switched.json())).toMatchObject({
    switched: 2,
    left: 0,
    usage: { isDefault: false },
  });
  expect((await rowOf(meetId))?.templateId).toBe(other);
  // The minutes keep the snapshot of the template that made them.
  expect(page.view().summary?.template.id).toBe(used);
  expect((await remove(used, cookie)).status).toBe(200);
  expect((await remove(other, cookie)).status).toBe(409);
});

test("a template that is deleted first cannot be chosen, and one that is chosen first cannot be deleted", async () => {
  const { cookie } = await signIn();
  const deleted = await create(cookie);
  expect((await remove(deleted, cookie)).status).toBe(200);
  const late = await post("/api/acta/upload", cookie, meetingPayload({ templateId: deleted }));
  expect((await refusalOf(late)).code).toBe("template-not-found");

  const chosen = await create(cookie);
  await startUpload(cookie, { templateId: chosen });
  expect((await refusalOf(await remove(chosen, cookie))).code).toBe("template-in-use");

  // A second writing that is refused while the first one goes on does not set its template free.
  const planned = await post("/api/acta/init_call", cookie, {
    ...meetingPayload({ templateId: null, meetingName: "Next month" }),
    meetingDate: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    meetExtUrl: `meet.jit.si/acta-awaited-${Date.now()}`,
  });
  expect(planned.status).toBe(200);
  const meetId = await vi.waitFor(async () => {
    const [row] = await db.select().from(meetings).where(eq(meetings.title, "Next month"));
    if (!row) throw new Error("the meeting is not listed yet");
    return row.id;
  }, soon);
  const awaited = await create(cookie, "Awaited");
  await db.insert(templateClaims).values({ meetId, templateId: awaited, heldUntil: Date.now() + 60_000 });
  const asked = { saveId: saveId(), templateId: null, language: "en", hand: "keep" };
  const refused = await refusalOf(await post(`/api/acta/meetings/${meetId}/rewrite`, cookie, asked));
  expect(refused.code).toBe("not-ready");
  expect((await refusalOf(await remove(awaited, cookie))).code).toBe("template-in-use");

  // At the same moment one of the two comes first, and the other is refused.
  for (let round = 0; round < 4; round += 1) {
    const raced = await create(cookie, `Raced ${round}`);
    const [upload, gone] = await Promise.all([
      post("/api/acta/upload", cookie, meetingPayload({ templateId: raced })),
      remove(raced, cookie),
    ]);
    expect([
      [200, 409],
      [422, 200],
    ]).toContainEqual([upload.status, gone.status]);
    const left = await db.select().from(templates).where(eq(templates.id, raced));
    expect(left).toHaveLength(gone.status === 200 ? 0 : 1);
  }
});

test("a template that was chosen for a recording beyond the limit is free at once", async () => {
  const { userId, cookie } = await signIn();
  for (let index = 0; index < FREE_RECORDINGS_MAX; index += 1) {
    const meetId = `recorded-${userId}-${index}`;
    const counted = { meetId, kind: "recording", ...ownedBy(userId), state: "counted", reservedAt: 1, updatedAt: 1 };
    await db.insert(usageLedger).values(counted);
  }
  const chosen = await create(cookie);
  const invitation = { ...meetingPayload({ templateId: chosen }), meetExtUrl: `meet.jit.si/acta-limit-${Date.now()}` };
  const asked = { meetingName: "Standup", meetLanguage: "en", templateId: chosen };
  const here = { ...asked, clientKey: "beyond-the-limit", source: "tab", consented: true };
  expect((await refusalOf(await post("/api/acta/init_call", cookie, invitation))).code).toBe("limit-reached");
  expect((await refusalOf(await post("/api/acta/here", cookie, here))).code).toBe("limit-reached");
  expect((await remove(chosen, cookie)).status).toBe(200);
});

test("several meetings are written again with a template of one's own, and those of others are not found", async () => {
  const [{ cookie }, { cookie: stranger }] = [await signIn(), await signIn()];
  const [first, second] = [await written(cookie, null, "First"), await written(cookie, null, "Second")];
  const id = await create(cookie);
  const body = { saveId: saveId(), meetIds: [first.meetId, second.meetId], templateId: id, hand: "keep" };
  const foreign = await post("/api/acta/rewrite", stranger, { ...body, templateId: null });
  expect(rewritesAnswer.parse(await foreign.json()).results.map(({ outcome }) => outcome)).toEqual([
    "not-found",
    "not-found",
  ]);
  expect((await refusalOf(await post("/api/acta/rewrite", stranger, body))).code).toBe("template-not-found");
  const begun = rewritesAnswer.parse(await (await post("/api/acta/rewrite", cookie, body)).json());
  expect(begun.results.map(({ outcome }) => outcome)).toEqual(["started", "started"]);
  for (const { page, meetId } of [first, second]) {
    await page.until(({ view }) => view().head.status === "SUMMARIZED" && view().summary?.template.id === id);
    // The list follows, so that its filter finds the meeting by the template of its minutes.
    await vi.waitFor(async () => expect((await rowOf(meetId))?.templateId).toBe(id), soon);
  }
  // Repeated, it changes nothing; with another template it is another request, whatever its id.
  const ask = async (templateId: string | null) =>
    rewritesAnswer.parse(await (await post("/api/acta/rewrite", cookie, { ...body, templateId })).json());
  expect(await ask(id)).toEqual(begun);
  expect(first.page.view().head.status).toBe("SUMMARIZED");
  expect(await ask(null)).toEqual(begun);
  for (const { page } of [first, second]) {
    await page.until(({ view }) => view().head.status === "SUMMARIZED" && view().summary?.template.id === null);
  }
  await vi.waitFor(async () => expect((await remove(id, cookie)).status).toBe(200), soon);
});

test("a preview fills the fields from a meeting or the sample, and changes nothing in the meeting", async () => {
  const [{ cookie }, { cookie: stranger }] = [await signIn(), await signIn()];
  const { meetId, page } = await written(cookie, null);
  await page.until(({ view }) => view().head.pdf === "ready");
  const before = JSON.stringify(page.view());
  const template = { name: "Preview", description: null, fields: [FIELD] };
  const ask = (who: string, of: string | null) => post(`${TEMPLATES}/preview`, who, { template, meetId: of });
  const own = templatePreview.parse(await (await ask(cookie, meetId)).json());
  expect(own.meeting).toEqual({ title: "Room for the seminar", isSample: false });
  expect(own.summary.fields.map(({ key }) => key)).toEqual([FIELD.key]);
  const sample = templatePreview.parse(await (await ask(stranger, null)).json());
  expect(sample.meeting.isSample).toBe(true);
  expect((await ask(stranger, meetId)).status).toBe(404);
  expect((await post(`${TEMPLATES}/preview`, cookie, { template: { ...template, name: "" }, meetId })).status).toBe(
    422,
  );
  const again = await openLive(meetId, cookie);
  await again.until(() => true);
  expect(JSON.stringify(again.view())).toBe(before);
});
