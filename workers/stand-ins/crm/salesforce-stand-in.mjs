import { createCrmGrants } from "./crm-grants.mjs";
import { createRecords, isType } from "./salesforce-records.mjs";
import { parseSoql, rowsOf } from "./soql.mjs";

/**
 * Salesforce on one machine and in tests: its consent, tokens and the part of the REST API that Acta uses, with the paths, status codes and
 * answers of the real one. A token answer does not say when the token ends, and a refresh gives no new refresh token.
 *
 * @typedef {import("./salesforce-records.mjs").SalesforceRecord} SalesforceRecord
 * @typedef {import("./salesforce-records.mjs").SalesforceType} SalesforceType
 * @typedef {import("./salesforce-records.mjs").Problem} Problem
 */

const VERSION = "v64.0";
const INSTANCE = "https://harbour-dev-ed.my.salesforce.com";
const OF_SALESFORCE = { custom: false, calculated: false, updateable: true };
const OF_COMPANY = { custom: true, calculated: false, updateable: true };
const CONTACT_FIELDS = [
  { name: "Id", label: "Contact ID", type: "id", length: 18, ...OF_SALESFORCE, updateable: false },
  { name: "LastName", label: "Last Name", type: "string", length: 80, ...OF_SALESFORCE },
  { name: "Description", label: "Contact Description", type: "textarea", length: 32_000, ...OF_SALESFORCE },
  { name: "Last_meeting_summary__c", label: "Last meeting summary", type: "textarea", length: 32_000, ...OF_COMPANY },
  { name: "Next_step__c", label: "Next step", type: "string", length: 255, ...OF_COMPANY },
  { name: "Score__c", label: "Score", type: "double", length: 0, ...OF_COMPANY },
  { name: "Rank__c", label: "Rank", type: "string", length: 1300, ...OF_COMPANY, calculated: true, updateable: false },
];

/** @typedef {ReturnType<typeof createSalesforce>} SalesforceStandIn */

/**
 * `sharesActivities`: the company lets an activity have several contacts. `hidden`: objects that the person may not see.
 *
 * @param {{
 *   client: { id: string, secret: string }, isRedirectAllowed: (uri: string) => boolean, now: () => number,
 *   sharesActivities?: boolean, hidden?: readonly string[], hasApi?: boolean,
 * }} settings
 */
export function createSalesforce({
  client,
  isRedirectAllowed,
  now,
  sharesActivities = false,
  hidden = [],
  hasApi = true,
}) {
  const grants = createCrmGrants({
    client,
    isRedirectAllowed,
    now,
    lifeSeconds: 7200,
    replacesRefresh: false,
    more: (scopes) => ({
      instance_url: INSTANCE,
      id: "https://login.salesforce.com/id/00DQy0000000001MAA/005Qy0000000002IAA",
      issued_at: String(now()),
      signature: "c2lnbmF0dXJl",
      scope: scopes.join(" "),
    }),
  });
  const records = createRecords({ now, sharesActivities });
  records.make("Organization", { Name: "Harbour Agency" });
  for (const [SortOrder, ApiName] of ["Not Started", "In Progress", "Completed"].entries())
    records.make("TaskStatus", { ApiName, SortOrder, IsClosed: ApiName === "Completed" });
  const orders = {
    /** Answers of the next requests to the API, in place of its own. @type {(() => Response | Promise<Response> | null)[]} */
    failures: [],
    /** Called after a request was carried out, before its answer is sent. @type {((method: string, path: string) => void) | null} */
    after: null,
  };
  /** "POST sobjects/Task" of each request that was carried out. @type {string[]} */
  const requests = [];
  const answerApi = apiOf(records, hidden);

  return {
    grants,
    orders,
    requests,
    all: records.all,
    make: records.make,
    remove: records.remove,
    ...fillersOf(records),

    /** Answers a request to `/salesforce/services/…`; null for any other. @param {Request} request @returns {Promise<Response | null>} */
    async answer(request) {
      const url = new URL(request.url);
      const [, kind, path = ""] = /^\/salesforce\/services\/(oauth2|data\/v[\d.]+)\/(.+)$/u.exec(url.pathname) ?? [];
      if (kind === undefined) return null;
      if (kind === "oauth2") return answerToken(grants, path, new URLSearchParams(await textOf(request)));
      const failure = orders.failures.shift()?.();
      if (failure) return failure;
      if (grants.scopesIn(request.headers.get("authorization")) === null)
        return failed(401, { errorCode: "INVALID_SESSION_ID", message: "Session expired or invalid" });
      if (!hasApi)
        return failed(403, { errorCode: "API_DISABLED_FOR_ORG", message: "API is not enabled for this Organization" });
      if (kind !== `data/${VERSION}`) return failed(404, NOT_FOUND);
      const text = await textOf(request);
      const response = answerApi(request.method, {
        path,
        query: url.searchParams,
        body: text === "" ? {} : JSON.parse(text),
      });
      requests.push(`${request.method} ${path}`);
      orders.after?.(request.method, path);
      return response;
    },
  };
}

/** @param {ReturnType<typeof createCrmGrants>} grants @param {string} path @param {URLSearchParams} form */
async function answerToken(grants, path, form) {
  if (path === "revoke") {
    grants.revoke(form.get("token") ?? "");
    return new Response(null, { status: 200 });
  }
  if (path !== "token") return new Response(null, { status: 404 });
  const caller = { id: form.get("client_id") ?? "", secret: form.get("client_secret") ?? "" };
  const { status, body } = await grants.exchange(form, caller);
  if (status !== 200)
    return Response.json({ error: body.error, error_description: "expired access/refresh token" }, { status: 400 });
  const { expires_in: _end, ...answer } = body;
  const { refresh_token, ...refreshed } = answer;
  const isWhole = form.get("grant_type") === "authorization_code" && String(body.scope).includes("refresh_token");
  return Response.json(isWhole ? { ...refreshed, refresh_token } : refreshed);
}

const NOT_FOUND = { errorCode: "NOT_FOUND", message: "The requested resource does not exist" };
const DELETED = { errorCode: "ENTITY_IS_DELETED", message: "entity is deleted" };

/** @param {ReturnType<typeof createRecords>} records @param {readonly string[]} hidden */
function apiOf(records, hidden) {
  /** @param {string} soql */
  function answerQuery(soql) {
    const query = parseSoql(soql);
    if (query === null) return failed(400, { errorCode: "MALFORMED_QUERY", message: "unexpected token" });
    const { type, fields, conditions } = query;
    if (!isType(type) || hidden.includes(type))
      return failed(400, { errorCode: "INVALID_TYPE", message: `sObject type '${type}' is not supported.` });
    if (conditions.some(({ field }) => field === "Description" || field === "Content"))
      return failed(400, { errorCode: "INVALID_FIELD", message: "field can not be filtered in a query call" });
    if (
      type === "ContentDocumentLink" &&
      conditions.every(({ field }) => !/^(?:ContentDocument|LinkedEntity)Id$/u.test(field))
    )
      return failed(400, { errorCode: "MALFORMED_QUERY", message: "Implementation restriction: a filter is required" });
    const found = rowsOf(query, records.all(type), (row, path) =>
      records.read(/** @type {SalesforceRecord} */ (row), path),
    );
    const shown = found.map((row) => shownOf(/** @type {SalesforceRecord} */ (row), type, fields));
    return Response.json({ totalSize: shown.length, done: true, records: shown });
  }

  /** @param {SalesforceRecord} record @param {SalesforceType} type @param {string[]} fields */
  function shownOf(record, type, fields) {
    /** @type {Record<string, any>} */
    const shown = { attributes: { type, url: `/services/data/${VERSION}/sobjects/${type}/${record.Id}` } };
    for (const field of fields) {
      const [first = "", second] = field.split(".");
      const value = records.read(record, field) ?? null;
      if (second === undefined) shown[first] = value;
      else
        shown[first] =
          records.entryOf(record[`${first}Id`]) === undefined ? null : { ...shown[first], [second]: value };
    }
    return shown;
  }

  /** @param {string} type @param {Record<string, unknown>} fields @returns {{ id: string } | Problem} */
  function create(type, fields) {
    if (!isType(type) || hidden.includes(type)) return NOT_FOUND;
    const problem = records.problemOf(type, fields);
    return problem ?? { id: records.make(type, fields).Id };
  }

  /** @param {string} id @param {Record<string, unknown>} fields @returns {Problem | null} */
  function change(id, fields) {
    const entry = records.entryOf(id);
    if (entry === undefined) return NOT_FOUND;
    if (entry.isDeleted) return DELETED;
    const problem = records.problemOf(entry.type, fields);
    if (problem === null) Object.assign(entry.record, fields);
    return problem;
  }

  /** @param {Problem | null} problem @param {string | null} id */
  const savedOf = (problem, id) =>
    problem === null
      ? { id, success: true, errors: [] }
      : { success: false, errors: [{ statusCode: problem.errorCode, message: problem.message, fields: [] }] };

  /** @param {string} method @param {URLSearchParams} query @param {{ records?: any[] }} body */
  function answerCollection(method, query, { records: listed = [] }) {
    if (method === "DELETE") {
      const ids = (query.get("ids") ?? "").split(",");
      return Response.json(
        ids.map((id) => {
          const entry = records.entryOf(id);
          if (entry !== undefined && !entry.isDeleted) records.remove(id);
          return savedOf(entry === undefined ? NOT_FOUND : null, id);
        }),
      );
    }
    if (listed.length > 200) return failed(400, { errorCode: "LIMIT_EXCEEDED", message: "The limit is 200 records" });
    return Response.json(
      listed.map(({ attributes, id, ...fields }) => {
        if (method === "PATCH") return savedOf(change(id, fields), id);
        const answer = create(attributes.type, fields);
        return "id" in answer ? savedOf(null, answer.id) : savedOf(answer, null);
      }),
    );
  }

  /** @param {string} method @param {{ path: string, query: URLSearchParams, body: any }} asked */
  return function answer(method, { path, query, body }) {
    if (method === "GET" && path === "query") return answerQuery(query.get("q") ?? "");
    if (method === "GET" && path === "sobjects/Contact/describe")
      return Response.json({ name: "Contact", fields: CONTACT_FIELDS });
    if (path === "composite/sobjects") return answerCollection(method, query, body);
    const [, type = "", id] = /^sobjects\/(\w+)(?:\/(\w+))?$/u.exec(path) ?? [];
    if (method === "POST" && id === undefined) {
      const answer = create(type, body);
      if (!("id" in answer)) return failed(answer === NOT_FOUND ? 404 : 400, answer);
      return Response.json({ id: answer.id, success: true, errors: [] }, { status: 201 });
    }
    if (method !== "PATCH" || id === undefined)
      return failed(405, { errorCode: "METHOD_NOT_ALLOWED", message: "HTTP Method not allowed" });
    const problem = change(id, body);
    if (problem === null) return new Response(null, { status: 204 });
    return failed(problem === NOT_FOUND || problem === DELETED ? 404 : 400, problem);
  };
}

/** Things that tests and the sample put there. @param {ReturnType<typeof createRecords>} records */
function fillersOf({ make, all }) {
  return {
    /** @param {string} email @param {string} name */
    addContact: (email, name) => make("Contact", { Email: email, Name: name, AccountId: null }),
    /** @param {string} email @param {string} name */
    addLead: (email, name) => make("Lead", { Email: email, Name: name, IsConverted: false }),
    /** @param {string} name @param {SalesforceRecord[]} contacts */
    addAccount(name, ...contacts) {
      const account = make("Account", { Name: name });
      for (const contact of contacts) contact.AccountId = account.Id;
      return account;
    },
    /** `contacts`: those with a role in it. @param {string} name @param {{ isClosed?: boolean, account?: SalesforceRecord }} of @param {SalesforceRecord[]} contacts */
    addOpportunity(name, { isClosed = false, account }, ...contacts) {
      const opportunity = make("Opportunity", { Name: name, IsClosed: isClosed, AccountId: account?.Id ?? null });
      for (const { Id } of contacts) make("OpportunityContactRole", { ContactId: Id, OpportunityId: opportunity.Id });
      return opportunity;
    },
    /** @param {string} email @param {{ isActive?: boolean }} state */
    addUser: (email, { isActive = true } = {}) =>
      make("User", { Email: email, IsActive: isActive, UserType: "Standard" }),

    /** Notes with their text and the names of the records on which they stand. */
    notes: () =>
      all("ContentNote").map(({ Id, Title, Content }) => {
        const links = all("ContentDocumentLink").filter(({ ContentDocumentId }) => ContentDocumentId === Id);
        const html = new TextDecoder().decode(Uint8Array.from(atob(String(Content)), (letter) => letter.charCodeAt(0)));
        const on = links.map(({ LinkedEntityId }) => String(LinkedEntityId));
        return { id: Id, title: String(Title), html, on, visibility: links.map(({ Visibility }) => Visibility) };
      }),
  };
}

/** @param {number} status @param {Problem} problem */
function failed(status, problem) {
  return Response.json([problem], { status });
}

/** Not `text()`: workerd warns of it for forms. @param {{ arrayBuffer: () => Promise<ArrayBuffer> }} request */
async function textOf(request) {
  return new TextDecoder().decode(await request.arrayBuffer());
}
