import { createCrmGrants } from "./crm-grants.mjs";

/**
 * Pipedrive on one machine and in tests: its tokens and the part of its API that Acta uses, with the paths and answers of the real one.
 * Kept in memory only.
 *
 * @typedef {{ id: number, type: string, properties: Record<string, unknown> }} PipedriveObject
 */

const SCOPES = ["base", "contacts:full", "activities:full"];

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
  });
  /** @type {Map<number, PipedriveObject>} */
  const objects = new Map();
  let lastId = 0;
  const orders = {
    /** Answers of the next requests to the API, in place of its own. @type {(() => Response | Promise<Response> | null)[]} */
    failures: [],
  };

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

  /** @param {Request} request @param {URL} url @param {string} path */
  async function answerApi(request, { searchParams: query }, path) {
    if (!grants.isAuthorised(request.headers.get("authorization"))) return failed(401);
    const text = await textOf(request);
    const body = text === "" ? {} : JSON.parse(text);
    const [, type = "", id] = /^v[12]\/(notes|activities|persons)(?:\/(\d+))?$/.exec(path) ?? [];
    const known = id === undefined ? undefined : objects.get(Number(id));
    if (path === "v1/users/me") return good({ company_name: "Agenda Clara SL" });
    if (path === "v1/personFields") {
      const [named, fixed] = [
        { key: "next_step", name: "Next step", field_type: "varchar", edit_flag: true },
        { key: "id", name: "ID", field_type: "int" },
      ];
      return good([named, fixed]);
    }
    if (path === "v2/persons/search") {
      const found = all("persons").filter(
        ({ properties }) => properties.email === (query.get("term") ?? "").toLowerCase(),
      );
      return good({ items: found.map((object) => ({ result_score: 1, item: shown(object) })) });
    }
    switch (request.method) {
      case "GET": {
        const ids = (query.get("ids") ?? "").split(",");
        const person = Number(query.get("person_id"));
        if (type === "persons")
          return good(
            all(type)
              .filter((one) => ids.includes(String(one.id)))
              .map(shown),
          );
        return good(
          all(type)
            .filter(({ properties }) => isOf(properties, person))
            .map(shown),
        );
      }
      case "POST":
        return type === "" ? failed(404) : good(shown(make(type, body)), 201);
      default:
        if (known === undefined || known.type !== type) return failed(404);
        Object.assign(known.properties, body);
        return good(shown(known));
    }
  }

  return {
    grants,
    orders,
    all,
    /** @param {string} email @param {string} name */
    addPerson: (email, name) => make("persons", { email: email.toLowerCase(), name }),

    /** Answers a request to `/pipedrive/oauth/…` or `/pipedrive/api/…`; null for any other. @param {Request} request @returns {Promise<Response | null>} */
    async answer(request) {
      const url = new URL(request.url);
      const [, kind, path = ""] = /^\/pipedrive\/(oauth|api)\/(.+)$/.exec(url.pathname) ?? [];
      if (kind === undefined) return null;
      if (kind === "oauth") {
        const form = new URLSearchParams(await textOf(request));
        const [id = "", secret = ""] = atob((request.headers.get("authorization") ?? "").replace(/^Basic /, "")).split(
          ":",
        );
        if (path === "revoke") grants.revoke(form.get("token") ?? "");
        if (path !== "token") return new Response(null, { status: path === "revoke" ? 200 : 404 });
        const { status, body } = await grants.exchange(form, { id, secret });
        return Response.json(body, { status });
      }
      return orders.failures.shift()?.() ?? answerApi(request, url, path);
    },
  };
}

/** @param {Record<string, unknown>} properties @param {number} person */
function isOf({ person_id, participants }, person) {
  if (person_id === person) return true;
  return Array.isArray(participants) && participants.some((one) => one.person_id === person);
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
