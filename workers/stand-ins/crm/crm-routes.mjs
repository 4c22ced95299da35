import { passOn, requestOf } from "../calendar/calendar-routes.mjs";
import { connectPage, refusalPage } from "../identity/pages.mjs";
import { createHubSpot } from "./hubspot-stand-in.mjs";
import { createPipedrive } from "./pipedrive-stand-in.mjs";
import { createSalesforce } from "./salesforce-stand-in.mjs";

/**
 * The stand-ins for CRMs behind the local identity provider: /hubspot/…, /pipedrive/… and /salesforce/… with their consent pages, and for tests
 * GET /crm-control/<crm> (what they hold) and POST /crm-control/<crm> with `{ "failures": [400] }`. An entry of
 * HubSpot has its companies and deals by name.
 *
 * @typedef {import("node:http").IncomingMessage} IncomingMessage
 * @typedef {{ status: number, headers?: Record<string, string>, body?: string }} Answer
 * @typedef {{
 *   html: (status: number, render: (nonce: string) => string) => Answer, json: (body: unknown, status?: number) => Answer,
 *   readForm: (request: IncomingMessage) => Promise<URLSearchParams>,
 * }} Tools
 */

/** People of the sample calendar who are contacts. */
const SAMPLE_CONTACTS = /** @type {const} */ ([["sara.lind@harbour.example", "Sara", "Lind"]]);
/** Their company and deals. */
const SAMPLE_COMPANY = "Harbour Desk Ltd";
const SAMPLE_DEALS = /** @type {const} */ ([
  { name: "Pilot of the desk", status: "won" },
  { name: "Telephone desk 2027", status: "open" },
]);

/** The CRMs with the sample. @param {{ origin: () => string, redirectOrigins: readonly string[] }} settings */
function fillCrms({ origin, redirectOrigins }) {
  const isRedirectAllowed = (/** @type {string} */ uri) =>
    URL.canParse(uri) && redirectOrigins.includes(new URL(uri).origin);
  const hubspot = createHubSpot({
    client: { id: "acta-local-hubspot", secret: "acta-local-hubspot-secret" },
    isRedirectAllowed,
    now: Date.now,
  });
  const pipedrive = createPipedrive({
    client: { id: "acta-local-pipedrive", secret: "acta-local-pipedrive-secret" },
    isRedirectAllowed,
    now: Date.now,
    origin,
  });
  const salesforce = createSalesforce({
    client: { id: "acta-local-salesforce", secret: "acta-local-salesforce-secret" },
    isRedirectAllowed,
    now: Date.now,
    sharesActivities: true,
  });
  /** `consent`: the path of the page where a person allows it. */
  const crms = {
    hubspot: { label: "HubSpot", crm: hubspot, consent: "oauth/authorize" },
    pipedrive: { label: "Pipedrive", crm: pipedrive, consent: "oauth/authorize" },
    salesforce: { label: "Salesforce", crm: salesforce, consent: "services/oauth2/authorize" },
  };
  for (const [email, first, last] of SAMPLE_CONTACTS) {
    const contact = hubspot.addContact(email, first, last);
    const person = pipedrive.addPerson(email, `${first} ${last}`);
    hubspot.addCompany(SAMPLE_COMPANY, contact);
    pipedrive.addOrganization(SAMPLE_COMPANY, person);
    const customer = salesforce.addContact(email, `${first} ${last}`);
    const account = salesforce.addAccount(SAMPLE_COMPANY, customer);
    for (const { name, status } of SAMPLE_DEALS) {
      hubspot.addDeal(name, { isClosed: status !== "open" }, contact);
      pipedrive.addDeal(name, status, person);
      salesforce.addOpportunity(name, { isClosed: status !== "open", account }, customer);
    }
  }
  return crms;
}

/** @param {{ origin: () => string, redirectOrigins: readonly string[] }} settings */
export function createCrmRoutes(settings) {
  const crms = fillCrms(settings);
  const [{ crm: hubspot }, { crm: pipedrive }, { crm: salesforce }] = [crms.hubspot, crms.pipedrive, crms.salesforce];

  /** The companies and deals of each note at HubSpot, by name. */
  function takenTo() {
    const names = new Map(
      [...hubspot.all("companies"), ...hubspot.all("deals")].map(({ id, properties: { name, dealname } }) => [
        id,
        name ?? dealname ?? "",
      ]),
    );
    return hubspot.all("notes").map(({ properties, companies, deals }) => ({
      ...properties,
      takenTo: [...companies, ...deals].map((id) => names.get(id) ?? "").join(", "),
    }));
  }

  /** The objects of a CRM, by type. @param {keyof typeof crms} name */
  function heldBy(name) {
    if (name === "salesforce") {
      const [tasks, events] = [salesforce.all("Task"), salesforce.all("Event")];
      return { notes: salesforce.notes(), tasks, events };
    }
    const crm = name === "hubspot" ? hubspot : pipedrive;
    const types = name === "hubspot" ? ["notes", "tasks", "meetings"] : ["notes", "activities"];
    const held = types.map((type) => [type, crm.all(type).map(({ properties }) => properties)]);
    return { ...Object.fromEntries(held), ...(name === "hubspot" && { takenTo: takenTo() }) };
  }

  /** @param {string} name @returns {name is keyof typeof crms} */
  const isCrm = (name) => Object.hasOwn(crms, name);

  return {
    /** Null for requests that are not for a CRM. @param {URL} url @param {IncomingMessage} request @param {Tools} tools @returns {Promise<Answer | null>} */
    async answer(url, request, { html, json, readForm }) {
      const [, first = "", ...rest] = url.pathname.split("/");
      const [, controlled = ""] = /^\/crm-control\/(\w+)$/.exec(url.pathname) ?? [];
      if (isCrm(controlled)) {
        // A page of another origin has no business here.
        if (request.headers.origin !== undefined) return { status: 403 };
        const { crm } = crms[controlled];
        if (request.method === "POST") {
          const { failures = [] } = JSON.parse(await (await requestOf(url, request)).text());
          for (const status of failures)
            crm.orders.failures.push(() => Response.json({ category: "TOLD" }, { status }));
        }
        return json(heldBy(controlled));
      }
      if (!isCrm(first)) return null;
      const { label, crm, consent } = crms[first];
      if (rest.join("/") === consent) {
        const problem = crm.grants.problem(url.searchParams);
        if (problem !== null) return html(400, (nonce) => refusalPage({ label, problem, nonce }));
        if (request.method === "POST") {
          const isCancelled = (await readForm(request)).has("cancel");
          return { status: 303, headers: { Location: crm.grants.decide(url.searchParams, { isCancelled }) } };
        }
        return html(200, (nonce) => connectPage({ label, action: `${url.pathname}${url.search}`, nonce }));
      }
      const response = await crm.answer(await requestOf(url, request));
      return response && passOn(response);
    },
  };
}
