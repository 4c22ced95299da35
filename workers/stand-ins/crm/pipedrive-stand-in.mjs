import { createCrmGrants } from "./crm-grants.mjs";

/**
 * Pipedrive on one machine and in tests: its tokens and the part of its API that Acta uses, with the paths and answers of the real one
 * (notes of version 1, all else of version 2, whose input is checked strictly). Kept in memory only.
 *
 * @typedef {{ id: number, type: string, properties: Record<string, unknown> }} PipedriveObject
 * @typedef {import("#app/server/adapters/crm/pipedrive-api.ts").PersonField} PersonField
 * @typedef {import("#app/server/adapters/crm/pipedrive-api.ts").FoundPerson} FoundPerson
 * @typedef {import("#app/server/adapters/crm/pipedrive-api.ts").FoundDeal} FoundDeal
 * @typedef {import("#app/server/adapters/crm/pipedrive-api.ts").FoundUser} FoundUser
 */

const SCOPES = ["base", "contacts:full", "activities:full", "deals:read", "users:read"];
const VARCHAR_CHARS_MAX = 255;
const LISTED_MAX = 100;
const ALWAYS = { is_optional_response_field: false };
/** Fields of persons. The codes of a company's own fields are hashes. @type {PersonField[]} */
const PERSON_FIELDS = [
  { ...ALWAYS, field_code: "name", field_name: "Name", field_type: "varchar", is_custom_field: false },
  { ...ALWAYS, field_code: "dcf558aac1ae4e8c", field_name: "Next step", field_type: "varchar", is_custom_field: true },
  {
    ...ALWAYS,
    field_code: "946947d1b02fd3ef",
    field_name: "Last meeting summary",
    field_type: "text",
    is_custom_field: true,
  },
  { ...ALWAYS, field_code: "b1a2c3d4e5f60718", field_name: "Score", field_type: "double", is_custom_field: true },
];
/** Members of an activity that a request may have: `person_id` is read-only. @type {Record<string, (value: unknown) => boolean>} */
const ACTIVITY_MEMBERS = {
  subject: isText,
  type: isText,
  note: isText,
  due_date: (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value),
  due_time: isClock,
  duration: isClock,
  done: (value) => typeof value === "boolean",
  owner_id: Number.isInteger,
  org_id: isIdOrNone,
  deal_id: isIdOrNone,
  participants: (value) =>
    Array.isArray(value) && value.every((one) => Number.isInteger(one.person_id) && typeof one.primary === "boolean"),
};

/** @typedef {ReturnType<typeof createPipedrive>} PipedriveStandIn */

/** @param {{ client: { id: string, secret: string }, isRedirectAllowed: (uri: string) => boolean, now: () => number, origin: () => string }} settings */
export function createPipedrive({ client, isRedirectAllowed, now, origin }) {
  const grants = createCrmGrants({
    client,
    isRedirectAllowed,
    now,
    lifeSeconds: 3600,
    replacesRefresh: true,
    more: (scopes) => ({ scope: (scopes.length === 0 ? SCOPES : scopes).join(","), api_domain: origin() }),
    // https://pipedrive.readme.io/docs/app-installation-flows, and not the name of RFC 6749.
    cancelled: "user_denied",
  });
  const shelf = openShelf();
  const { objects, make, all, shown } = shelf;
  const { byIds, dealsOf, usersFound, searched, listed } = listsOf(shelf);
  const orders = {
    /** Answers of the next requests to the API, in place of its own. @type {(() => Response | Promise<Response> | null)[]} */
    failures: [],
    /** Called after a request was carried out, before its answer is sent. @type {((method: string, path: string) => void) | null} */
    after: null,
  };
  /** "POST v1/notes" of each request that was carried out. @type {string[]} */
  const requests = [];

  /** @param {Request} request @param {URL} url @param {string} path */
  async function answerApi(request, { searchParams: query }, path) {
    const granted = grants.scopesIn(request.headers.get("authorization"));
    if (granted === null) return failed(401);
    const text = await textOf(request);
    const body = text === "" ? {} : JSON.parse(text);
    const [, type = "", id] = /^v[12]\/(notes|activities|persons)(?:\/(\d+))?$/.exec(path) ?? [];
    const known = id === undefined ? undefined : objects.get(Number(id));
    // A token of an app whose scopes are those of its registration has none of its own here.
    const has = (/** @type {string} */ scope) => granted.length === 0 || granted.includes(scope);
    if (path === "v1/users/find") return has("users:read") ? good(usersFound(query)) : failed(403);
    if (path === "v2/deals") return has("deals:read") ? good(dealsOf(query)) : failed(403);
    if (path === "v2/organizations") return good(byIds("organizations", query));
    if (path === "v1/users/me") return good({ company_name: "Agenda Clara SL" });
    if (path === "v2/personFields") return good(PERSON_FIELDS);
    if (path === "v2/persons/search") return good({ items: searched(query) });
    if (type === "" || !path.startsWith(type === "notes" ? "v1" : "v2")) return failed(404);
    switch (`${request.method} ${type}`) {
      case "GET persons":
        return good(byIds(type, query));
      case "GET notes":
      case "GET activities":
        return good(listed(type, Number(query.get("person_id")), query));
      case "POST notes":
        return isNote(body) ? good(shown(make(type, { ...body, active_flag: true })), 201) : failed(400);
      case "POST activities":
        return isActivity(body) ? good(shown(make(type, { ...body, is_deleted: false })), 201) : failed(400);
      case "PUT notes":
        return isText(body.content) ? change(known, type, body) : failed(400);
      case "PATCH activities":
        return isActivity(body) ? change(known, type, body) : failed(400);
      case "PATCH persons":
        return arePersonValues(body) ? change(known, type, body) : failed(400);
      default:
        return failed(404);
    }
  }

  /** @param {PipedriveObject | undefined} known @param {string} type @param {Record<string, unknown>} body */
  function change(known, type, body) {
    if (known === undefined || known.type !== type) return failed(404);
    Object.assign(known.properties, body);
    return good(shown(known));
  }

  return {
    grants,
    orders,
    requests,
    all,
    make,
    /** A person deletes it at Pipedrive: it stays for a while, marked. @param {number} id */
    remove(id) {
      const { type, properties } = objects.get(id) ?? { type: "", properties: {} };
      Object.assign(properties, type === "notes" ? { active_flag: false } : { is_deleted: true });
    },
    ...fillers(make),

    /** Answers a request to `/pipedrive/oauth/…` or `/pipedrive/api/…`; null for any other. @param {Request} request @returns {Promise<Response | null>} */
    async answer(request) {
      const url = new URL(request.url);
      const [, kind, path = ""] = /^\/pipedrive\/(oauth|api)\/(.+)$/.exec(url.pathname) ?? [];
      if (kind === undefined) return null;
      if (kind === "oauth") {
        const form = new URLSearchParams(await textOf(request));
        const basic = atob((request.headers.get("authorization") ?? "").replace(/^Basic /, ""));
        const [id = "", secret = ""] = basic.split(":");
        if (path === "revoke") grants.revoke(form.get("token") ?? "");
        if (path !== "token") return new Response(null, { status: path === "revoke" ? 200 : 404 });
        const { status, body } = await grants.exchange(form, { id, secret });
        return Response.json(body, { status });
      }
      const answer = orders.failures.shift()?.() ?? (await answerApi(request, url, path));
      requests.push(`${request.method} ${path}`);
      orders.after?.(request.method, path);
      return answer;
    },
  };
}

/** Things that tests and the sample put there. @param {ReturnType<typeof openShelf>["make"]} make */
function fillers(make) {
  return {
    /** @param {string} email @param {string} name */
    addPerson: (email, name) => make("persons", { email: email.toLowerCase(), name, org_id: null }),
    /** @param {string} name @param {PipedriveObject[]} people */
    addOrganization(name, ...people) {
      const organization = make("organizations", { name });
      for (const { properties } of people) properties.org_id = organization.id;
      return organization;
    },
    /** @param {string} title @param {"open" | "won" | "lost"} status @param {PipedriveObject} person */
    addDeal: (title, status, person) =>
      make("deals", { title, status, person_id: person.id, org_id: person.properties.org_id }),
    /** @param {string} email @param {string} name */
    addUser: (email, name) => make("users", { email: email.toLowerCase(), name, active_flag: true }),
  };
}

/** All that it holds, by id. */
function openShelf() {
  /** @type {Map<number, PipedriveObject>} */
  const objects = new Map();
  let lastId = 0;
  /** @param {string} type @param {Record<string, unknown>} properties */
  function make(type, properties) {
    lastId += 1;
    const object = { id: lastId, type, properties };
    objects.set(lastId, object);
    return object;
  }

  /** @param {string} type */
  const all = (type) => [...objects.values()].filter((object) => object.type === type);
  /** @param {PipedriveObject} object */
  const shown = ({ id, properties }) => ({ id, ...properties });

  return { objects, make, all, shown };
}

/** Its lists and searches. @param {ReturnType<typeof openShelf>} shelf */
function listsOf({ all, shown }) {
  /** @param {string} type @param {URLSearchParams} query */
  function byIds(type, query) {
    const ids = (query.get("ids") ?? "").split(",");
    const found = all(type).filter((one) => ids.includes(String(one.id)));
    return found.map(shown);
  }

  /** Deals that are not deleted, in the order of their last change. @param {URLSearchParams} query @returns {FoundDeal[]} */
  function dealsOf(query) {
    const rows = all("deals").filter(({ properties }) => properties.person_id === Number(query.get("person_id")));
    const ordered = query.get("sort_direction") === "desc" ? rows.toReversed() : rows;
    return /** @type {FoundDeal[]} */ (ordered.slice(0, Number(query.get("limit") ?? LISTED_MAX)).map(shown));
  }

  /** @param {URLSearchParams} query @returns {FoundUser[]} */
  function usersFound(query) {
    const term = query.get("term") ?? "";
    const isFound = (/** @type {PipedriveObject} */ { properties }) =>
      query.get("search_by_email") === "1" && String(properties.email).includes(term);
    return /** @type {FoundUser[]} */ (all("users").filter(isFound).map(shown));
  }

  /** @param {URLSearchParams} query @returns {FoundPerson[]} */
  function searched(query) {
    if (query.get("fields") !== "email" || query.get("exact_match") !== "true") return [];
    const term = (query.get("term") ?? "").toLowerCase();
    return all("persons")
      .filter(({ properties }) => properties.email === term)
      .map(({ id, properties: { name } }) => ({
        result_score: 1,
        item: { id, type: "person", name: String(name), emails: [term] },
      }));
  }

  /** Oldest first, unless the request says so; activities by their primary participant. @param {string} type @param {number} person @param {URLSearchParams} query */
  function listed(type, person, query) {
    const isNewest = query.get("sort") === "id DESC" || query.get("sort_direction") === "desc";
    const rows = all(type).filter(({ properties }) => isOf(properties, person));
    const limit = Math.min(Number(query.get("limit") ?? LISTED_MAX), 500);
    return (isNewest ? rows.toReversed() : rows).slice(0, limit).map(shown);
  }

  return { byIds, dealsOf, usersFound, searched, listed };
}

/** @param {Record<string, unknown>} properties @param {number} person */
function isOf({ person_id, participants }, person) {
  if (person_id === person) return true;
  return Array.isArray(participants) && participants.some((one) => one.primary && one.person_id === person);
}

/** @param {Record<string, unknown>} body */
function isNote({ content, person_id, org_id = null, deal_id = null }) {
  return isText(content) && Number.isInteger(person_id) && isIdOrNone(org_id) && isIdOrNone(deal_id);
}

/** @param {Record<string, unknown>} body */
function isActivity(body) {
  return Object.entries(body).every(([name, value]) => ACTIVITY_MEMBERS[name]?.(value) === true);
}

/** Values of a company's own fields have a place of their own, and a short text has a limit. @param {Record<string, unknown>} body */
function arePersonValues({ custom_fields, ...others }) {
  if (typeof custom_fields !== "object" || custom_fields === null || Object.keys(others).length > 0) return false;
  return Object.entries(custom_fields).every(([code, value]) => {
    const field = PERSON_FIELDS.find(({ field_code, is_custom_field }) => is_custom_field && field_code === code);
    return (
      isText(value) &&
      (field?.field_type === "text" || (field?.field_type === "varchar" && value.length <= VARCHAR_CHARS_MAX))
    );
  });
}

/** @param {unknown} value @returns {value is string} */
function isText(value) {
  return typeof value === "string";
}

/** @param {unknown} value */
function isIdOrNone(value) {
  return value === null || Number.isInteger(value);
}

/** HH:MM. @param {unknown} value */
function isClock(value) {
  return isText(value) && /^\d\d:\d\d$/.test(value);
}

/** @param {unknown} data @param {number} status */
function good(data, status = 200) {
  return Response.json({ success: true, data }, { status });
}

/** @param {number} status */
function failed(status) {
  return Response.json({ success: false, error: "The stand-in refuses this request." }, { status });
}

/** Not `text()`: workerd warns of it for forms. @param {{ arrayBuffer: () => Promise<ArrayBuffer> }} request */
async function textOf(request) {
  return new TextDecoder().decode(await request.arrayBuffer());
}
