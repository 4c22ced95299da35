import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  listedTemplate,
  savedField,
  savedFields,
  templatesAnswer,
  templateUsage,
} from "#app/contracts/template/template-answers.ts";
import { teamAnswer, visibilityAnswer } from "#app/contracts/teams.ts";
import { readChoices } from "#app/server/account/choices.ts";
import { authenticate } from "#app/server/identity/session.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { members } from "#app/server/db/schema-account.ts";
import { planHolds } from "#app/server/db/schema-billing.ts";
import { calendars } from "#app/server/db/schema-calendars.ts";
import { meetings } from "#app/server/db/schema.ts";
import { meetingVisibility } from "#app/server/db/schema-teams.ts";
import { templates } from "#app/server/db/schema-templates.ts";
import { leaveTeams } from "#app/server/teams/leave-teams.ts";
import { call, ORIGIN, post, refusalOf, startUpload } from "#tests/support/api.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";

/** Templates and defaults of a team, over the API: who has them while people join, leave and are removed, and when the team ends. */
const db = openDatabase(env.DB);
const services = composeServices(workerEnv, () => {});
const TEMPLATES = "/api/acta/templates";
const FIELD = { key: "risks", title: "Risks", prompt: "The risks that were named.", type: "customBullets" };
type Person = Awaited<ReturnType<typeof signIn>>;

let saves = 0;
const saveId = () => `team-${String((saves += 1)).padStart(8, "0")}`;
async function create({ cookie }: Person, name = "Weekly"): Promise<string> {
  const body = { saveId: saveId(), name, description: null, fields: [FIELD] };
  return listedTemplate.parse(await (await post(TEMPLATES, cookie, body)).json()).id ?? "";
}
const asked = async (path: string, { cookie }: Person, method: string, json?: object) => {
  const answer = await call(path, { method, cookie, ...(json ? { json } : {}) });
  await answer.body?.cancel();
  return answer.status;
};
const share = (person: Person, id: string, method: "PUT" | "DELETE" = "PUT") =>
  asked(`${TEMPLATES}/${id}/team`, person, method);
const leave = (person: Person, who = person) => asked(`/api/acta/team/members/${who.userId}`, person, "DELETE");
const listed = async ({ cookie }: Person) =>
  templatesAnswer
    .parse(await (await call(TEMPLATES, { cookie })).json())
    .filter(({ kind }) => kind === "custom")
    .map(({ id, name, team }) => ({ id, name, team }));
const choose = ({ cookie }: Person, templateId: string) =>
  call("/api/acta/user/choices", { method: "POST", cookie, body: new URLSearchParams({ templateId }) });
const defaultOf = async ({ userId }: Person) => (await readChoices({ db }, userId)).templateId;
const rowOf = async (id: string) => (await db.select().from(templates).where(eq(templates.id, id)))[0];

async function team({ seats = 6 } = {}) {
  const [ada, ben, eva] = await Promise.all([
    signIn({ name: "Ada" }),
    signIn({ name: "Ben" }),
    signIn({ name: "Eva" }),
  ]);
  const teamId = await makeTeam({ owner: ada, others: [ben], seats });
  return { ada, ben, eva, teamId };
}

test("an administrator's template becomes the team's: members use and copy it, and change nothing", async () => {
  const { ada, ben, eva, teamId } = await team();
  const id = await create(ada);
  expect(await listed(ben)).toEqual([]);
  expect([await share(ben, id), await share(eva, id)]).toEqual([404, 404]);
  expect([await share(ada, id), await share(ada, id)]).toEqual([200, 200]);
  expect(await listed(ada)).toEqual([{ id, name: "Weekly", team: { name: "Agenda Clara", isManaged: true } }]);
  expect(await listed(ben)).toEqual([{ id, name: "Weekly", team: { name: "Agenda Clara", isManaged: false } }]);
  expect(await listed(eva)).toEqual([]);

  const path = `${TEMPLATES}/${id}`;
  const save = { basedOn: 1, name: "Mine", description: null, fields: [FIELD] };
  const changes = [
    ["PUT", path, save],
    ["DELETE", path],
    ["GET", `${path}/versions`],
    ["GET", `${path}/usage`],
    ["POST", `${path}/shares`],
    ["DELETE", `${path}/team`],
    ["GET", `/templates/${id}/edit`],
  ] as const;
  for (const [method, to, json] of changes)
    expect([method, to, await asked(to, ben, method, json)]).toEqual([method, to, 404]);
  for (const to of [path, `${path}/export`, `/templates/${id}`]) {
    expect([to, await asked(to, ben, "GET"), await asked(to, eva, "GET")]).toEqual([to, 200, 404]);
  }
  const copy = await post(`${path}/duplicate`, ben.cookie, { saveId: saveId(), name: "My own" });
  expect(listedTemplate.parse(await copy.json())).toMatchObject({ name: "My own", kind: "custom" });
  expect((await listed(ben)).find(({ name }) => name === "My own")?.team).toBeUndefined();

  // Another administrator changes it; a member's own one is not given to the team by them.
  await db.update(members).set({ role: "owner" }).where(eq(members.userId, ben.userId));
  expect(await asked(path, ben, "PUT", save)).toBe(200);
  expect(await rowOf(id)).toMatchObject({ workspaceId: teamId, createdBy: ada.userId, name: "Mine", version: 2 });
  expect(await share(ben, id, "DELETE")).toBe(200);
  expect(await listed(ada)).toMatchObject([{ id, name: "Mine" }]);
  expect((await listed(ben)).map(({ name }) => name)).toEqual(["My own"]);
});

test("a member who leaves loses the team's templates for new meetings; what is written with them stays", async () => {
  const { ada, ben } = await team();
  const id = await create(ada);
  await share(ada, id);
  expect((await choose(ben, id)).status).toBe(204);
  await giveCalendar(ben, id);
  const { meetId } = await startUpload(ben.cookie, { templateId: id });
  // A template in use is not deleted (§4), also where others use it.
  expect(await asked(`${TEMPLATES}/${id}`, ada, "DELETE")).toBe(409);
  expect((await usageOf(ada, id)).calendars).toBe(1);
  expect(await leave(ben)).toBe(200);
  // A former member's calendar names it for nothing, and does not keep the team from deleting it.
  expect(await usageOf(ada, id)).toMatchObject({ calendars: 0, isDefaultOfOthers: false });
  expect([await listed(ben), await defaultOf(ben)]).toEqual([[], null]);
  expect((await refusalOf(await post("/api/acta/upload", ben.cookie, uploadWith(id)))).code).toBe("template-not-found");
  const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
  expect(row?.templateId ?? id).toBe(id);
  expect(await listed(ada)).toHaveLength(1);

  const second = await create(ada, "Monthly");
  await share(ada, second);
  await giveCalendar(ben, second);
  expect(await share(ada, second, "DELETE")).toBe(200);
  expect(await asked(`${TEMPLATES}/${second}`, ada, "DELETE")).toBe(200);
});

test("'My fields' says which templates of the team have a field, to the administrator who saved it", async () => {
  const { ada, ben } = await team();
  const made = await post("/api/acta/fields", ada.cookie, { saveId: saveId(), field: FIELD });
  const { id: fieldId, field } = savedField.parse(await made.json());
  const body = { saveId: saveId(), name: "With a saved field", description: null, fields: [field] };
  const { id } = listedTemplate.parse(await (await post(TEMPLATES, ada.cookie, body)).json());
  await share(ada, id ?? "");
  const usedIn = async ({ cookie }: Person) =>
    savedFields.parse(await (await call("/api/acta/fields", { cookie })).json()).fields.flatMap((each) => each.usedIn);
  expect(await usedIn(ada)).toEqual([{ templateId: id, name: "With a saved field", version: 1 }]);
  expect(await usedIn(ben)).toEqual([]);

  const newer = { basedOn: 1, field: { ...FIELD, prompt: "The risks, and who watches them." } };
  expect(await asked(`/api/acta/fields/${fieldId}`, ada, "PUT", newer)).toBe(200);
  expect(await asked(`/api/acta/fields/${fieldId}/apply`, ada, "POST", { templateIds: null })).toBe(200);
  expect((await usedIn(ada)).map(({ version }) => version)).toEqual([2]);
});

/** A calendar with settings, as its account writes it into D1. */
const giveCalendar = ({ userId }: Person, templateId: string) =>
  db.insert(calendars).values({
    id: `calendar-${templateId}`,
    accountId: `account-${templateId}`,
    userId,
    providerCalendarId: "main",
    name: "Main",
    isPrimary: true,
    active: true,
    visible: true,
    joins: true,
    templateId,
    rule: "{}",
  });
const usageOf = async ({ cookie }: Person, id: string) =>
  templateUsage.parse(await (await call(`${TEMPLATES}/${id}/usage`, { cookie })).json()).usage;

const uploadWith = (templateId: string) => ({
  meetingName: "Later",
  meetingDate: Date.UTC(2026, 10, 20),
  meetExtUrl: "mp4",
  meetLanguage: "en",
  templateId,
});

/** Each change, and who has the template of Ada afterwards: its place, its creator, and the lists of Ada and Ben. */
const CHANGES: readonly {
  change: string;
  act: (people: Awaited<ReturnType<typeof team>>) => Promise<unknown>;
  place: "team" | "creator";
  creator: "ada" | "ben";
  lists: { ada: string[]; ben: string[] };
}[] = [
  { change: "somebody joins", act: async () => {}, place: "team", creator: "ada", lists: { ada: ["T"], ben: ["T"] } },
  {
    change: "a member leaves",
    act: ({ ben }) => leave(ben),
    place: "team",
    creator: "ada",
    lists: { ada: ["T"], ben: [] },
  },
  {
    change: "a member is removed",
    act: ({ ada, ben }) => leave(ada, ben),
    place: "team",
    creator: "ada",
    lists: { ada: ["T"], ben: [] },
  },
  {
    change: "its creator leaves, with a copy",
    async act({ ada, ben }) {
      await asked(`/api/acta/team/members/${ben.userId}`, ada, "PUT", { role: "owner" });
      return leave(ada);
    },
    place: "team",
    creator: "ada",
    lists: { ada: ["T (copy)"], ben: ["T"] },
  },
  {
    change: "the plan ends",
    act: ({ teamId }) => db.update(planHolds).set({ endsAt: 2 }).where(eq(planHolds.workspaceId, teamId)),
    place: "team",
    creator: "ada",
    lists: { ada: ["T"], ben: ["T"] },
  },
  {
    change: "the team ends",
    async act({ ada, teamId }) {
      await db.update(planHolds).set({ endsAt: 2 }).where(eq(planHolds.workspaceId, teamId));
      return asked("/api/acta/team", ada, "DELETE");
    },
    place: "creator",
    creator: "ada",
    lists: { ada: ["T"], ben: [] },
  },
  {
    change: "its creator's account is deleted",
    act: ({ ada }) => leaveTeams(services, ada.userId),
    place: "team",
    creator: "ben",
    lists: { ada: [], ben: ["T"] },
  },
];

test.each(CHANGES)("$change: $lists", async ({ act, place, creator, lists }) => {
  const people = await team();
  const { ada, ben, teamId } = people;
  const id = await create(ada, "T");
  await share(ada, id);
  await choose(ada, id);
  await choose(ben, id);
  await act(people);
  const createdBy = people[creator].userId;
  expect(await rowOf(id)).toMatchObject({ workspaceId: place === "team" ? teamId : createdBy, createdBy });
  for (const [name, expected] of Object.entries(lists)) {
    const person = name === "ada" ? ada : ben;
    const own = await listed(person);
    // The copy has the same name and another id.
    expect(own.map((each) => (each.id === id ? "T" : "T (copy)"))).toEqual(expected);
    // A default is one of them or none.
    expect(await defaultOf(person)).toBe(own[0]?.id ?? null);
  }
});

const setDefaults = (person: Person, defaults: object) =>
  call("/api/acta/team", {
    method: "PATCH",
    cookie: person.cookie,
    json: { defaults: { templateId: null, language: null, visibility: null, ...defaults } },
  });
const visibilityOf = async ({ cookie }: Person) =>
  visibilityAnswer.parse(await (await call("/api/acta/user/visibility", { cookie })).json());
const setVisibility = (person: Person, visibility: string) =>
  asked("/api/acta/user/visibility", person, "PUT", { visibility });
const shownBy = async (person: Person) => {
  const { meetId } = await startUpload(person.cookie, { meetingName: `Of ${saveId()}` });
  const [row] = await db.select().from(meetingVisibility).where(eq(meetingVisibility.meetId, meetId));
  return row?.visibility ?? "private";
};

test("template and language of a team are the defaults of members who have not chosen; a choice of their own wins", async () => {
  const { ada, ben } = await team();
  const [id, own] = [await create(ada), await create(ben, "Own")];
  expect((await setDefaults(ada, { templateId: id })).status).toBe(422);
  await share(ada, id);
  expect((await setDefaults(ben, { templateId: id })).status).toBe(404);
  expect((await setDefaults(ada, { templateId: id, language: "ca" })).status).toBe(200);
  expect(await defaultOf(ben)).toBe(id);
  const caller = await authenticate(new Request(ORIGIN, { headers: { Cookie: ben.cookie } }), services);
  expect(caller?.user).toMatchObject({ defaultTemplateId: id, meetingLanguage: "ca" });
  const answer = teamAnswer.parse(await (await call("/api/acta/team", { cookie: ben.cookie })).json());
  expect(answer.team?.defaults).toEqual({ template: { id, name: "Weekly" }, language: "ca", visibility: null });
  expect(await (await call("/settings", { cookie: ben.cookie })).text()).toContain("As the team: Weekly");
  for (const [chosen, then] of [
    [own, own],
    ["", null],
    ["team", id],
  ] as const) {
    expect((await choose(ben, chosen)).status).toBe(204);
    expect(await defaultOf(ben)).toBe(then);
  }
  // A default of the team is a use; taken back, it is none any more.
  expect(await asked(`${TEMPLATES}/${id}`, ada, "DELETE")).toBe(409);
  await share(ada, id, "DELETE");
  expect(await defaultOf(ben)).toBeNull();
});

test("a team's visibility is for those who join after it was chosen, who are told; a choice of one's own wins", async () => {
  const { ada, ben, eva, teamId } = await team();
  expect((await setDefaults(ada, { visibility: "team" })).status).toBe(200);
  // Ben was in the team when his meetings were private.
  expect(await visibilityOf(ben)).toMatchObject({
    visibility: "private",
    ofTeam: { visibility: "team", isUsed: false },
  });
  expect(await shownBy(ben)).toBe("private");
  expect(await shownBy(ada)).toBe("team");
  await db.insert(members).values({ workspaceId: teamId, userId: eva.userId, role: "member", joinedAt: 9 });
  expect(await visibilityOf(eva)).toMatchObject({ visibility: "team", ofTeam: { isUsed: true } });
  expect(await shownBy(eva)).toBe("team");
  await setVisibility(eva, "private");
  expect(await shownBy(eva)).toBe("private");
  await setVisibility(ben, "of-team");
  expect(await shownBy(ben)).toBe("team");
  // Saved again, it takes nobody's choice away.
  await setDefaults(ada, { visibility: "team", language: "fr" });
  expect((await visibilityOf(ben)).visibility).toBe("team");
  await leave(ben);
  expect(await visibilityOf(ben)).toEqual({ visibility: "private", people: [], team: null });
  expect(await shownBy(ben)).toBe("private");
});
