import { expect, test } from "vitest";
import {
  fieldApplied,
  listedTemplate,
  savedField,
  savedFields,
  templateChanged,
  templateProblems,
  templatesAnswer,
  templateShares,
  templateVersions,
} from "#app/contracts/template/template-answers.ts";
import { templateFile } from "#app/contracts/template/template-file.ts";
import { SAVED_FIELD_KEY } from "#app/domain/template/template.ts";
import { PREDEFINED_IDS } from "#app/domain/template/predefined/ids.ts";
import { call, post, refusalOf } from "#tests/support/api.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** Templates of a workspace (§2, §4, §5), as pages call them. */

const TEMPLATES = "/api/acta/templates";
const FIELDS = "/api/acta/fields";
const RISKS = { key: "risks", title: "Risks", prompt: "The risks that were named.", type: "customBullets" };
const BUDGET = {
  key: "budget",
  title: "Budget",
  prompt: "Amounts, and who approves them.",
  type: "customTable",
  columns: [
    { name: "Amount", kind: "number" },
    { name: "State", kind: "choice", choices: ["approved", "open"] },
  ],
};

let saves = 0;
const saveId = () => `save-${String((saves += 1)).padStart(8, "0")}`;
const draft = (over: object = {}) => ({ name: "Weekly", description: null, fields: [RISKS, BUDGET], ...over });

async function create(cookie: string, over: object = {}) {
  const answer = await post(TEMPLATES, cookie, { saveId: saveId(), ...draft(over) });
  expect(answer.status).toBe(200);
  return listedTemplate.parse(await answer.json());
}
const put = (path: string, cookie: string, json: object) => call(path, { method: "PUT", cookie, json });
const listOf = async (cookie: string) => templatesAnswer.parse(await (await call(TEMPLATES, { cookie })).json());

test("the list is an array: Basic system, the predefined templates in the reader's language, and one's own", async () => {
  const { cookie } = await signIn();
  expect((await listOf(cookie)).map(({ id }) => id)).toEqual([null, ...PREDEFINED_IDS]);
  const { id } = await create(cookie);
  const all = await listOf(cookie);
  expect(all.at(-1)).toMatchObject({ id, name: "Weekly", kind: "custom", version: 1, origin: "new" });
  const answer = await call(TEMPLATES, { cookie, headers: { "Accept-Language": "fr" } });
  const french = templatesAnswer.parse(await answer.json());
  expect(french[1]?.name).not.toBe(all[1]?.name);
});

test("a template is created once for one save, and is private to its workspace", async () => {
  const [{ cookie }, { cookie: stranger }] = [await signIn(), await signIn()];
  const body = { saveId: saveId(), ...draft({ name: "  Weekly\u200b review\n " }) };
  const [first, second] = [await post(TEMPLATES, cookie, body), await post(TEMPLATES, cookie, body)];
  const template = listedTemplate.parse(await first.json());
  expect(await second.json()).toEqual(template);
  expect(template.name).toBe("Weekly review");
  const path = `${TEMPLATES}/${template.id}`;
  expect((await call(path, { cookie })).status).toBe(200);
  const tries = [
    await call(path, { cookie: stranger }),
    await put(path, stranger, { basedOn: 1, ...draft() }),
    await call(path, { method: "DELETE", cookie: stranger }),
    await post(`${path}/duplicate`, stranger, { saveId: saveId(), name: "Mine" }),
    await call(`${path}/export`, { cookie: stranger }),
    await call(`${path}/shares`, { method: "POST", cookie: stranger }),
  ];
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 404));
});

test("a template that breaks a rule is refused with the rules and their places", async () => {
  const { cookie } = await signIn();
  const refusal = await post(TEMPLATES, cookie, {
    saveId: saveId(),
    ...draft({ name: " ", fields: [{ ...RISKS, type: null }] }),
  });
  expect(refusal.status).toBe(422);
  const body: unknown = await refusal.clone().json();
  expect(templateProblems.parse(body).problems).toEqual([
    { reason: "name-missing", field: null, column: null },
    { reason: "type-missing", field: 0, column: null },
  ]);
  expect((await refusalOf(refusal)).message).toBe("Please complete at least the template name and add a field.");
});

test("of two editors the later one is shown the newer version, and nothing is lost", async () => {
  const { cookie } = await signIn();
  const { id } = await create(cookie);
  const path = `${TEMPLATES}/${id}`;
  const first = { basedOn: 1, ...draft({ name: "First" }) };
  expect((await put(path, cookie, first)).status).toBe(200);
  // The same save again finds itself.
  expect((await put(path, cookie, first)).status).toBe(200);
  const late = await put(path, cookie, { basedOn: 1, ...draft({ name: "Second" }) });
  expect(late.status).toBe(409);
  expect(templateChanged.parse(await late.json()).current).toMatchObject({ name: "First", version: 2 });
  expect((await put(path, cookie, { basedOn: 2, ...draft({ name: "Second" }) })).status).toBe(200);
  const listed = templateVersions.parse(await (await call(`${path}/versions`, { cookie })).json());
  expect(listed.versions.map(({ name, change, by }) => [name, change, by?.isYou])).toEqual([
    ["Second", "saved", true],
    ["First", "saved", true],
    ["Weekly", "created", true],
  ]);
  const restored = await post(`${path}/versions/1`, cookie, { basedOn: 3 });
  expect(await restored.json()).toMatchObject({ name: "Weekly", version: 4 });
});

test("predefined templates are duplicated and neither changed nor deleted", async () => {
  const { cookie } = await signIn();
  for (const id of ["system", ...PREDEFINED_IDS]) {
    const copied = await post(`${TEMPLATES}/${id}/duplicate`, cookie, { saveId: saveId(), name: `My ${id}` });
    const copy = listedTemplate.parse(await copied.json());
    expect(copy).toMatchObject({ kind: "custom", origin: "duplicate", name: `My ${id}` });
    expect(copy.fields.length).toBeGreaterThan(1);
    expect((await call(`${TEMPLATES}/${id}`, { method: "DELETE", cookie })).status).toBe(404);
    expect((await put(`${TEMPLATES}/${id}`, cookie, { basedOn: 1, ...draft() })).status).toBe(404);
  }
});

test("a saved field says where it is used, and templates keep their version until they are updated", async () => {
  const [{ cookie }, { cookie: stranger }] = [await signIn(), await signIn()];
  const made = await post(FIELDS, cookie, { saveId: saveId(), field: BUDGET });
  const { field, id: fieldId } = savedField.parse(await made.json());
  const template = await create(cookie, { fields: [RISKS, field] });
  const changed = { basedOn: 1, field: { ...BUDGET, prompt: "Amounts only." } };
  expect((await put(`${FIELDS}/${fieldId}`, cookie, changed)).status).toBe(200);
  expect((await put(`${FIELDS}/${fieldId}`, cookie, { basedOn: 1, field: RISKS })).status).toBe(409);
  const [mine] = savedFields.parse(await (await call(FIELDS, { cookie })).json()).fields;
  expect(mine).toMatchObject({ version: 2, usedIn: [{ templateId: template.id, name: "Weekly", version: 1 }] });
  const promptOf = async () =>
    listedTemplate.parse(await (await call(`${TEMPLATES}/${template.id}`, { cookie })).json()).fields[1]?.prompt;
  expect(await promptOf()).toBe(BUDGET.prompt);
  const apply = `${FIELDS}/${fieldId}/apply`;
  expect((await post(apply, stranger, { templateIds: null })).status).toBe(404);
  const applied = fieldApplied.parse(await (await post(apply, cookie, { templateIds: null })).json());
  expect([applied.updated, applied.field.usedIn[0]?.version, await promptOf()]).toEqual([1, 2, "Amounts only."]);
  expect((await call(`${FIELDS}/${fieldId}`, { method: "DELETE", cookie })).status).toBe(200);
  expect(await promptOf()).toBe("Amounts only.");
});

test("a link shows a template without owner and ids until it is revoked, and what it shows can be copied", async () => {
  const [{ cookie }, { cookie: stranger }] = [await signIn({ name: "Owner Ownerson" }), await signIn()];
  const { field } = savedField.parse(await (await post(FIELDS, cookie, { saveId: saveId(), field: RISKS })).json());
  // The key of a field that the builder takes from 'My fields'.
  const { id } = await create(cookie, {
    name: "Shared one",
    fields: [{ ...field, key: `${SAVED_FIELD_KEY}${field.savedFieldId}` }],
  });
  const shares = async (path: string, method: string) =>
    templateShares.parse(await (await call(`${TEMPLATES}/${id}/${path}`, { method, cookie })).json()).shares;
  const [link] = await shares("shares", "POST");
  // A second link to the same version would be one more to revoke.
  expect(await shares("shares", "POST")).toHaveLength(1);
  const token = link?.url?.split("/").at(-1) ?? "";
  const page = await call(`/t/${token}`);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(page.headers.get("X-Robots-Tag")).toMatch(/noindex/);
  expect(html).toContain("Shared one");
  const file = await (await call(`${TEMPLATES}/${id}/export`, { cookie })).text();
  for (const secret of ["Owner Ownerson", id ?? "", field.savedFieldId ?? ""]) {
    expect(html).not.toContain(secret);
    expect(file).not.toContain(secret);
  }
  // A link keeps what it showed when it was made.
  await put(`${TEMPLATES}/${id}`, cookie, { basedOn: 1, ...draft({ name: "Changed since" }) });
  const copied = await post(`${TEMPLATES}/copy`, stranger, { saveId: saveId(), token });
  const copy = listedTemplate.parse(await copied.json());
  expect(copy).toMatchObject({ name: "Shared one", origin: "link", version: 1 });
  expect(copy.fields[0]).not.toHaveProperty("savedFieldId");
  expect(await shares(`shares/${link?.linkId}`, "DELETE")).toEqual([]);
  expect((await call(`/t/${token}`)).status).toBe(404);
  expect((await post(`${TEMPLATES}/copy`, stranger, { saveId: saveId(), token })).status).toBe(404);
});

test("an exported file is imported as the same fields, and a file that is not one is refused", async () => {
  const [{ cookie }, { cookie: other }] = [await signIn(), await signIn()];
  const { id, fields } = await create(cookie, { name: "To a file" });
  const exported = await call(`${TEMPLATES}/${id}/export`, { cookie });
  expect(exported.headers.get("Content-Disposition")).toContain("To%20a%20file.json");
  const file = templateFile.parse(await exported.json());
  const load = (given: unknown) => post(`${TEMPLATES}/import`, other, { saveId: saveId(), file: given });
  const imported = listedTemplate.parse(await (await load(file)).json());
  expect(imported).toMatchObject({ name: "To a file", origin: "import", fields });
  const codeOf = async (given: unknown) => (await refusalOf(await load(given))).code;
  expect(await codeOf({ ...file, version: 2 })).toBe("template-file-newer");
  expect(await codeOf({ ...file, format: "another" })).toBe("template-file-unreadable");
  expect(await codeOf("text")).toBe("template-file-unreadable");
  expect(await codeOf({ ...file, fields: [{ ...RISKS, type: "script" }] })).toBe("template-file-unreadable");
  expect(await codeOf({ ...file, fields: [RISKS, RISKS] })).toBe("template-invalid");
  const hostile = { ...file, name: "\u202eevil\u0000 <b>name</b>", id: "system", workspaceId: "x" };
  const cleaned = listedTemplate.parse(await (await load(hostile)).json());
  expect(cleaned.name).toBe("evil <b>name</b>");
  expect(cleaned.id).not.toBe("system");
  expect(await codeOf({ ...file, fields: [{ ...RISKS, prompt: "\u200b\u2060 \u202e" }] })).toBe("template-invalid");
  // Nested deeper than anything that reads it by recursion could go.
  const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const body = `{"saveId":"${saveId()}","file":{"format":"acta-template","version":1,"name":${nested},"fields":[]}}`;
  const headers = { "Content-Type": "application/json" };
  const deep = await call(`${TEMPLATES}/import`, { method: "POST", cookie: other, body, headers });
  expect((await refusalOf(deep)).code).toBe("template-file-unreadable");
  const keys = ["constructor", "toString", "hasOwnProperty"];
  const named = { ...file, fields: keys.map((key) => ({ ...RISKS, key, title: key })) };
  expect(listedTemplate.parse(await (await load(named)).json()).fields.map(({ key }) => key)).toEqual(keys);
});
