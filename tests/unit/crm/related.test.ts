import { afterEach, expect, test, vi } from "vitest";
import { hubSpotCrm } from "#app/server/adapters/crm/hubspot-crm.ts";
import { hubSpotAddresses } from "#app/server/adapters/crm/hubspot-request.ts";
import { pipedriveCrm } from "#app/server/adapters/crm/pipedrive-crm.ts";
import { chosenRelated, droppedRecords, receiptsOfChoice } from "#app/server/crm/related-records.ts";
import { findTaskOwners } from "#app/server/crm/task-owners.ts";
import { minutesView } from "#tests/support/minutes-view.ts";

/** Companies, deals and owners as the documented answers of HubSpot and Pipedrive have them. */

afterEach(() => vi.restoreAllMocks());

/** Answers by the end of the address, in the order of the list; what is asked is kept. */
function answering(answers: [path: string, body: unknown, status?: number][]) {
  const asked: [string, unknown][] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const url = typeof input === "string" ? input : "";
    const at = answers.findIndex(([path]) => url.includes(path));
    const [, body, status = 200] = answers.splice(at, 1)[0] ?? ["", null, 599];
    asked.push([url.replace(/^https:\/\/[^/]+/u, ""), typeof init?.body === "string" ? JSON.parse(init.body) : null]);
    return Response.json(body, { status });
  });
  return asked;
}

const given = { access: async () => "at", signal: new AbortController().signal };
const hubspot = () => hubSpotCrm(hubSpotAddresses(null)).account({ accountId: "4242", ...given });
const pipedrive = () => pipedriveCrm({ localOrigin: null }).account({ accountId: "clara.pipedrive.com", ...given });
const times = { startedAt: "2026-11-29T09:00:00Z", completedAt: "2026-11-29T09:00:00Z", status: "COMPLETE" };
const company = (typeId: number, toObjectId: string | number) => ({
  toObjectId,
  associationTypes: [{ category: "HUBSPOT_DEFINED", typeId, label: typeId === 1 ? "Primary" : null }],
});

test("companies and deals at HubSpot: pages, the primary company, open deals first, contacts that have none", async () => {
  const asked = answering([
    [
      "contacts/companies/batch/read",
      {
        ...times,
        // Older versions of the API have numbers for ids.
        results: [{ from: { id: "7" }, to: [company(279, 31), company(1, "32")] }],
        numErrors: 1,
        errors: [
          { status: "error", category: "OBJECT_NOT_FOUND", message: "No company is associated with contact 8." },
        ],
      },
      207,
    ],
    [
      "objects/2026-03/companies/batch/read",
      {
        ...times,
        results: [
          { id: "31", properties: { name: null, domain: "one.example" } },
          { id: "32", properties: { name: "Two Ltd", domain: null } },
        ],
      },
    ],
    [
      "contacts/deals/batch/read",
      {
        ...times,
        results: [{ from: { id: "7" }, to: [company(4, "51"), company(4, "52")], paging: { next: { after: "NTI" } } }],
      },
    ],
    ["contacts/deals/batch/read", { ...times, results: [{ from: { id: "7" }, to: [company(4, "53")] }] }],
    [
      "objects/2026-03/deals/batch/read",
      {
        ...times,
        results: [
          { id: "51", properties: { dealname: "Won", hs_is_closed: "true", createdate: "2026-11-09T09:00:00Z" } },
          { id: "52", properties: { dealname: "Old", hs_is_closed: "false", createdate: "2026-01-09T09:00:00Z" } },
          { id: "53", properties: { dealname: "New", hs_is_closed: "false", createdate: "2026-11-01T09:00:00Z" } },
        ],
      },
    ],
  ]);
  const { companies, deals, isAllowed } = await hubspot().findRelated(["7", "8"]);
  expect(isAllowed).toBe(true);
  expect(companies).toMatchObject([
    { id: "32", name: "Two Ltd", contactIds: ["7"], isMain: true },
    { id: "31", name: "one.example", contactIds: ["7"], isMain: false },
  ]);
  expect(companies[0]?.url).toBe("https://app.hubspot.com/contacts/4242/record/0-2/32");
  expect(deals.map(({ name, isOpen }) => [name, isOpen])).toEqual([
    ["New", true],
    ["Old", true],
    ["Won", false],
  ]);
  expect(asked[3]).toEqual([
    "/crm/associations/2026-03/contacts/deals/batch/read",
    { inputs: [{ id: "7", after: "NTI" }] },
  ]);
});

test("an entry at HubSpot names the documented type of each association", async () => {
  const asked = answering([["objects/2026-03/tasks", { id: "9" }, 201]]);
  const place = {
    contactIds: ["7"],
    companies: [{ id: "32", contactIds: ["7"] }],
    deals: [{ id: "52", contactIds: ["7"] }],
    dropped: { companies: [], deals: [] },
    mark: "acta",
    restores: true,
  };
  const entry = {
    what: "task",
    title: "Call",
    html: "",
    dueDay: null,
    dueAt: 0,
    isDone: false,
    ownerId: "77",
  } as const;
  await hubspot().create(entry, place);
  expect(asked[0]?.[1]).toMatchObject({
    properties: { hubspot_owner_id: "77" },
    associations: [
      { to: { id: "7" }, types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 204 }] },
      { to: { id: "32" }, types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 192 }] },
      { to: { id: "52" }, types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 216 }] },
    ],
  });
});

test("a permission that is missing at HubSpot is no failure; another refusal is", async () => {
  const missing = {
    status: "error",
    category: "MISSING_SCOPES",
    message: "This app hasn't been granted all required scopes",
  };
  answering([
    ["contacts/companies/batch/read", missing, 403],
    ["contacts/deals/batch/read", missing, 403],
    ["owners/2026-03", missing, 403],
    ["contacts/companies/batch/read", { status: "error", category: "BANNED" }, 403],
  ]);
  expect(await hubspot().findRelated(["7"])).toEqual({ companies: [], deals: [], isAllowed: false });
  expect(await hubspot().findOwners(["tom@desk.example"])).toEqual(new Map());
  await expect(hubspot().findRelated(["7"])).rejects.toMatchObject({ status: 403 });
});

test("organizations and deals at Pipedrive, and users by their whole address", async () => {
  answering([
    [
      "v2/persons?ids=7",
      {
        success: true,
        data: [
          { id: 7, name: "Sara", org_id: 31 },
          { id: 8, name: "Tom", org_id: null },
        ],
      },
    ],
    ["v2/organizations?ids=31", { success: true, data: [{ id: 31, name: "One Ltd" }] }],
    [
      "v2/deals?person_id=7",
      {
        success: true,
        data: [
          { id: 51, title: "Won", status: "won" },
          { id: 52, title: "Open", status: "open" },
        ],
      },
    ],
    ["v2/deals?person_id=8", { success: true, data: [], additional_data: { next_cursor: null } }],
    ["v1/users/find", { success: true, data: [{ id: 3, email: "tom@desk.example.org", active_flag: true }] }],
    ["v1/users/find", { success: true, data: [{ id: 4, email: "Mia@desk.example", active_flag: true }] }],
  ]);
  const { companies, deals, isAllowed } = await pipedrive().findRelated(["7", "8"]);
  expect([isAllowed, companies, deals.map(({ name }) => name)]).toEqual([
    true,
    [
      {
        id: "31",
        name: "One Ltd",
        url: "https://clara.pipedrive.com/organization/31",
        contactIds: ["7"],
        isMain: true,
      },
    ],
    ["Open", "Won"],
  ]);
  const owners = await pipedrive().findOwners(["tom@desk.example", "mia@desk.example"]);
  expect(owners).toEqual(new Map([["mia@desk.example", "4"]]));
});

const record = (id: string, isMain: boolean) => ({ id, name: id, url: "", contactIds: ["7"], isMain, isOpen: true });
const offered = { companies: [record("1", true), record("2", false)], deals: [record("1", false)], isAllowed: true };
const chosenParts = (choice: { companies: string[]; deals: string[] }) =>
  receiptsOfChoice(choice).map((name) => `related/${name}`);

test.each([
  { name: "nobody chose", parts: ["note", "contact/7"], companies: ["1"], deals: [] },
  { name: "nothing was chosen", parts: chosenParts({ companies: [], deals: [] }), companies: [], deals: [] },
  {
    name: "a company and a deal with one id were chosen",
    parts: chosenParts({ companies: ["2", "9"], deals: ["1"] }),
    companies: ["2"],
    deals: ["1"],
  },
])("minutes go to: $name", ({ parts, companies, deals }) => {
  const chosen = chosenRelated(offered, parts);
  expect([chosen.companies.map(({ id }) => id), chosen.deals.map(({ id }) => id)]).toEqual([companies, deals]);
});

test("records of before that are not chosen any more are dropped", () => {
  const now = { companies: [record("2", false)], deals: [] };
  expect(droppedRecords(["company/1", "company/2", "deal/2"], now)).toEqual({ companies: ["1"], deals: ["2"] });
});

test.each([
  { assigned: "Tom Berg", speakers: [], owner: "77" },
  { assigned: "Tom", speakers: ["Tom Berg"], owner: "77" },
  // He may be a customer.
  { assigned: "Tom", speakers: [], owner: null },
  { assigned: "Tom", speakers: ["Tom Berg", "Tom Ruiz"], owner: null },
  { assigned: "Sara", speakers: ["Sara Lind"], owner: null },
])("a task of $assigned, with $speakers in the meeting, is of user $owner", async ({ assigned, speakers, owner }) => {
  const view = minutesView("0123456789abcdefghjkmnpq", "Twelve posts go.");
  for (const { content } of view.summary?.fields ?? []) {
    if (content.type === "tasks") for (const task of content.items) task.assigned &&= assigned;
  }
  const segments = speakers.map((speaker, at) => ({ id: `s${at}`, startMs: at, endMs: at + 1, text: "Yes.", speaker }));
  const colleagues = [
    { name: "Tom Berg", email: "tom@desk.example" },
    { name: "Mia Roca", email: "mia@desk.example" },
  ];
  const account = { findOwners: async () => new Map([["tom@desk.example", "77"]]) };
  const owners = await findTaskOwners(account, { ...view, segments }, colleagues);
  expect(owners.get(assigned)?.id ?? null).toBe(owner);
});
