import { createCrmGrants } from "./crm-grants.mjs";
import { associationOperations, ENTRY_TYPES, isRecordType, missingScopes, scopeOf } from "./hubspot-associations.mjs";

/**
 * HubSpot on one machine and in tests: its consent, tokens and the part of the objects API that Acta uses, with the paths, status codes
 * and answers of the real one. Requests and answers are those of the web platform. Kept in memory only.
 *
 * @typedef {import("./hubspot-associations.mjs").CrmObject} CrmObject
 * @typedef {import("./hubspot-associations.mjs").RecordType} RecordType
 * @typedef {import("#app/server/adapters/crm/hubspot-api.ts").FoundOwners} FoundOwners
 * @typedef {import("#app/server/adapters/crm/hubspot-api.ts").ShownObject} ShownObject
 * @typedef {import("#app/server/adapters/crm/hubspot-api.ts").ShownObjects} ShownObjects
 * @typedef {import("#app/server/adapters/crm/hubspot-api.ts").FoundObjects} FoundObjects
 * @typedef {import("#app/server/adapters/crm/hubspot-api.ts").Property} Property
 * @typedef {import("#app/server/adapters/crm/hubspot-api.ts").ObjectToCreate} ObjectToCreate
 * @typedef {import("#app/server/adapters/crm/hubspot-api.ts").ObjectsToRead} ObjectsToRead
 */

const HUB_ID = 4242;
const VERSION = "2026-03";
const REQUIRED = { notes: "hs_timestamp", tasks: "hs_timestamp", meetings: "hs_timestamp" };
const NOTE_CHARS_MAX = 65_536;
const ASSOCIATIONS_PAGE = 500;
const OF_HUBSPOT = { readOnlyValue: true, readOnlyDefinition: true, archivable: false };
const COMMON = { description: "", type: "string", groupName: "contactinformation", options: [] };
/** @type {Property[]} */
const PROPERTIES = [
  { ...COMMON, name: "firstname", label: "First name", fieldType: "text" },
  { ...COMMON, name: "last_meeting_summary", label: "Last meeting summary", fieldType: "textarea" },
  { ...COMMON, name: "next_step", label: "Next step", fieldType: "text" },
  { ...COMMON, name: "hs_object_id", label: "Record ID", fieldType: "number", modificationMetadata: OF_HUBSPOT },
  { ...COMMON, name: "hs_email_domain", label: "Email Domain", fieldType: "text", modificationMetadata: OF_HUBSPOT },
];

/** @typedef {ReturnType<typeof createHubSpot>} HubSpotStandIn */

/** @param {{ client: { id: string, secret: string }, isRedirectAllowed: (uri: string) => boolean, now: () => number, hubDomain?: string, pageMax?: number }} settings */
export function createHubSpot({
  client,
  isRedirectAllowed,
  now,
  hubDomain = "clara.hubspot.example",
  pageMax = ASSOCIATIONS_PAGE,
}) {
  const grants = createCrmGrants({
    client,
    isRedirectAllowed,
    now,
    lifeSeconds: 1800,
    replacesRefresh: false,
    more: (scopes) => ({ hub_id: HUB_ID, user_id: 7, scopes }),
  });
  const store = createStore(now);
  const { objects, all, addContact, addCompany, addDeal, addOwner } = store;
  const orders = {
    /** Answers of the next requests to the API, in place of its own. @type {(() => Response | Promise<Response> | null)[]} */
    failures: [],
    /** Called after a request was carried out, before its answer is sent. @type {((method: string, path: string) => void) | null} */
    after: null,
  };
  /** "POST /crm/objects/…/notes" of each request that was carried out. @type {string[]} */
  const requests = [];
  const answerToken = tokenEndpoints(grants, hubDomain);
  const answerApi = objectEndpoints(grants, store, pageMax);

  return {
    grants,
    orders,
    requests,
    all,
    addContact,
    addCompany,
    addDeal,
    addOwner,
    /** A person deletes it there. @param {string} id */
    remove: (id) => void objects.delete(id),

    /** Answers a request to `/hubspot/api/…`; null for any other. @param {Request} request @returns {Promise<Response | null>} */
    async answer(request) {
      const [, path] = /^\/hubspot\/api\/(.+)$/.exec(new URL(request.url).pathname) ?? [];
      if (path === undefined) return null;
      const [, ofToken] = new RegExp(`^oauth/${VERSION}/(token.*)$`).exec(path) ?? [];
      if (request.method === "POST" && ofToken !== undefined) return answerToken(request, ofToken);
      const failure = orders.failures.shift()?.();
      if (failure) return failure;
      const response = await answerApi(request, path);
      requests.push(`${request.method} /${path}`);
      orders.after?.(request.method, path);
      return response;
    },
  };
}

/** Contacts, companies, deals, notes, meetings and tasks, and the users who can own them. @param {() => number} now */
function createStore(now) {
  /** @type {Map<string, CrmObject>} */
  const objects = new Map();
  let lastId = 1000;

  /** @type {Map<string, string>} */
  const owners = new Map();

  /** @param {string} type @param {Record<string, string>} properties */
  function make(type, properties) {
    lastId += 1;
    /** @returns {Set<string>} */
    const none = () => new Set();
    const object = { id: String(lastId), type, properties, contacts: none(), companies: none(), deals: none() };
    objects.set(object.id, object);
    return object;
  }

  /** @param {string} type */
  const all = (type) => [...objects.values()].filter((object) => object.type === type);

  /** @param {string} email @param {string} firstname @param {string} lastname */
  const addContact = (email, firstname, lastname) =>
    make("contacts", { email: email.toLowerCase(), firstname, lastname });

  /** The first company of a contact is its primary one. @param {string} name @param {CrmObject[]} contacts */
  function addCompany(name, ...contacts) {
    const company = make("companies", { name });
    for (const contact of contacts) contact.companies.add(company.id);
    return company;
  }

  /** @param {string} dealname @param {{ isClosed?: boolean, madeAt?: string }} state @param {CrmObject[]} contacts */
  function addDeal(dealname, { isClosed = false, madeAt = "2026-11-01T09:00:00.000Z" }, ...contacts) {
    const deal = make("deals", { dealname, hs_is_closed: String(isClosed), createdate: madeAt });
    for (const contact of contacts) contact.deals.add(deal.id);
    return deal;
  }

  /** A user of the account. @param {string} email @param {string} id */
  const addOwner = (email, id) => void owners.set(email.toLowerCase(), id);

  /** @param {string} id @returns {ShownObject} */
  function shown(id) {
    const { properties = {} } = objects.get(id) ?? {};
    const at = new Date(now()).toISOString();
    return { id, properties, createdAt: at, updatedAt: at, archived: false };
  }

  /** @param {string[]} ids @returns {ShownObjects} */
  function batchOf(ids) {
    const at = new Date(now()).toISOString();
    return { status: "COMPLETE", startedAt: at, completedAt: at, results: ids.map((id) => shown(id)) };
  }

  return { objects, owners, make, all, addContact, addCompany, addDeal, addOwner, shown, batchOf };
}

/** @param {ReturnType<typeof createCrmGrants>} grants @param {string} hubDomain */
function tokenEndpoints(grants, hubDomain) {
  /** @param {Request} request @param {string} path */
  return async function answer(request, path) {
    const form = new URLSearchParams(await textOf(request));
    const caller = { id: form.get("client_id") ?? "", secret: form.get("client_secret") ?? "" };
    if (path === "token") {
      const { status, body } = await grants.exchange(form, caller);
      return Response.json(body, { status });
    }
    const token = form.get("token") ?? "";
    if (path === "token/introspect") {
      const scopes = grants.scopesOf(token);
      if (scopes === null) return Response.json({ active: false });
      return Response.json({
        active: true,
        hub_id: HUB_ID,
        hub_domain: hubDomain,
        user: "clara@clara.example",
        scopes,
      });
    }
    if (path !== "token/revoke") return problem(404, "OBJECT_NOT_FOUND");
    grants.revoke(token);
    return new Response(null, { status: 204 });
  };
}

/** @param {ReturnType<typeof createCrmGrants>} grants @param {ReturnType<typeof createStore>} store @param {number} pageMax */
function objectEndpoints(grants, store, pageMax) {
  const { readBatch, create, updateBatch, search, change } = objectOperations(store);
  const associations = associationOperations(store.objects, pageMax);

  /** @param {string} path @param {any} body @param {string[]} granted @returns {Response | null} */
  function answerAssociations(path, body, granted) {
    const [, from = "", type = "", act] =
      new RegExp(`^crm/associations/${VERSION}/(\\w+)/(\\w+)/batch/(read|associate/default|archive)$`).exec(path) ?? [];
    if (act === undefined || !isRecordType(type)) return null;
    const scope = scopeOf(type, act === "read" ? "read" : "write");
    if (scope !== null && !granted.includes(scope)) return missingScopes([scope]);
    if (act === "read") return from === "contacts" && type !== "contacts" ? associations.read(type, body) : null;
    return act === "archive" ? associations.archive(type, body) : associations.associate(type, body);
  }

  /** @param {string | null} email @param {string[]} granted */
  function answerOwners(email, granted) {
    if (!granted.includes("crm.objects.owners.read")) return missingScopes(["crm.objects.owners.read"]);
    const at = "2026-01-01T09:00:00.000Z";
    const found = [...store.owners].filter(([address]) => email === null || address === email.toLowerCase());
    return Response.json(
      /** @satisfies {FoundOwners} */ ({
        results: found.map(([address, id]) => ({ id, email: address, archived: false, createdAt: at, updatedAt: at })),
      }),
    );
  }

  /** @param {Request} request @param {string} path */
  return async function answer(request, path) {
    const granted = grants.scopesIn(request.headers.get("authorization"));
    if (granted === null) return problem(401, "EXPIRED_AUTHENTICATION");
    const text = await textOf(request);
    const body = text === "" ? {} : JSON.parse(text);
    const { method } = request;
    if (method === "GET" && path === `crm/properties/${VERSION}/contacts`)
      return Response.json({ results: PROPERTIES });
    if (method === "GET" && path === `crm/owners/${VERSION}`)
      return answerOwners(new URL(request.url).searchParams.get("email"), granted);
    const associated = method === "POST" ? answerAssociations(path, body, granted) : null;
    if (associated !== null) return associated;
    const [, type = "", rest = ""] = new RegExp(`^crm/objects/${VERSION}/(\\w+)(?:/(.+))?$`).exec(path) ?? [];
    if (!isRecordType(type) && ENTRY_TYPES[type] === undefined) return problem(404, "OBJECT_NOT_FOUND");
    const scope = scopeOf(type, "read");
    if (scope !== null && !granted.includes(scope)) return missingScopes([scope]);
    switch (`${method} ${rest}`) {
      case "POST batch/read":
        return readBatch(type, body);
      case "POST batch/update":
        return updateBatch(body);
      case "POST search":
        return search(type, body);
      case "POST ":
        return create(type, body, granted);
      default:
        return change(type, rest, { method, properties: body.properties });
    }
  };
}

/** @param {ReturnType<typeof createStore>} store */
function objectOperations({ objects, make, all, shown, batchOf }) {
  /** @param {string} type @param {ObjectsToRead} body */
  function readBatch(type, { idProperty, inputs, properties, propertiesWithHistory }) {
    // Both lists are required in the published types.
    if (!Array.isArray(properties) || !Array.isArray(propertiesWithHistory)) return problem(400, "VALIDATION_ERROR");
    const found = inputs.flatMap(({ id }) =>
      all(type).filter((object) =>
        idProperty === undefined ? object.id === id : object.properties[idProperty] === id.toLowerCase(),
      ),
    );
    const isWhole = found.length === inputs.length;
    const errors = isWhole ? {} : { numErrors: inputs.length - found.length };
    return Response.json(/** @satisfies {ShownObjects} */ ({ ...batchOf(found.map(({ id }) => id)), ...errors }), {
      status: isWhole ? 200 : 207,
    });
  }

  /** @param {string} type @param {ObjectToCreate} body @param {string[]} granted */
  function create(type, { properties, associations = [] }, granted) {
    const needed = /** @type {Record<string, string>} */ (REQUIRED)[type];
    if (needed !== undefined && !properties[needed]) return problem(400, "VALIDATION_ERROR");
    if ((properties.hs_note_body ?? "").length > NOTE_CHARS_MAX) return problem(400, "VALIDATION_ERROR");
    /** @type {[RecordType, string][]} */
    const taken = [];
    for (const { to, types } of associations) {
      const record = objects.get(to.id)?.type ?? "";
      const isKnown = isRecordType(record) && types[0]?.associationTypeId === ENTRY_TYPES[type]?.[record];
      if (!isKnown) return problem(400, "VALIDATION_ERROR");
      const scope = scopeOf(record, "write");
      if (scope !== null && !granted.includes(scope)) return missingScopes([scope]);
      taken.push([record, to.id]);
    }
    const object = make(type, { ...properties });
    for (const [record, id] of taken) object[record].add(id);
    return Response.json(shown(object.id), { status: 201 });
  }

  /** @param {{ inputs: { id: string, properties: Record<string, string> }[] }} body */
  function updateBatch(body) {
    const isKnown = (/** @type {string} */ asked) => PROPERTIES.some(({ name }) => name === asked);
    if (!body.inputs.every(({ properties }) => Object.keys(properties).every(isKnown))) {
      return problem(400, "VALIDATION_ERROR");
    }
    for (const { id, properties } of body.inputs) Object.assign(objects.get(id)?.properties ?? {}, properties);
    return Response.json(batchOf(body.inputs.map(({ id }) => id)));
  }

  /** @param {string} type @param {any} body */
  function search(type, body) {
    const { propertyName, operator, value } = body.filterGroups[0].filters[0];
    if (operator !== "CONTAINS_TOKEN") return problem(400, "VALIDATION_ERROR");
    const found = all(type).filter(({ properties }) =>
      words(properties[propertyName] ?? "").includes(value.toLowerCase()),
    );
    return Response.json(
      /** @satisfies {FoundObjects} */ ({
        total: found.length,
        results: found.slice(0, body.limit).map(({ id }) => shown(id)),
      }),
    );
  }

  /** @param {string} type @param {string} id @param {{ method: string, properties: Record<string, string> }} asked */
  function change(type, id, { method, properties }) {
    const object = objects.get(id);
    if (object?.type !== type) return problem(404, "OBJECT_NOT_FOUND");
    if (method !== "PATCH") return problem(405, "METHOD_NOT_ALLOWED");
    Object.assign(object.properties, properties);
    return Response.json(shown(id));
  }

  return { readBatch, create, updateBatch, search, change };
}

/** HubSpot's index has the words of a text without its markup. @param {string} html */
function words(html) {
  return html
    .replace(/<[^>]*>/g, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
}

/** @param {number} status @param {string} category */
function problem(status, category) {
  return Response.json({ status: "error", message: "The stand-in refuses this request.", category }, { status });
}

/** Not `text()`: workerd warns of it for forms. @param {{ arrayBuffer: () => Promise<ArrayBuffer> }} request */
async function textOf(request) {
  return new TextDecoder().decode(await request.arrayBuffer());
}
