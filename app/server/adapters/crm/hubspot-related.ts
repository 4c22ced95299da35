import * as z from "zod";
import { CRM_RELATED_MAX, CRM_RELATED_PAGES_MAX } from "#app/domain/limits/deliveries.ts";
import type { AskAccount } from "#app/server/adapters/crm/crm-requests.ts";
import type { AssociationsToRead, ObjectsToRead } from "#app/server/adapters/crm/hubspot-api.ts";
import { goodAnswer, HUBSPOT_VERSION } from "#app/server/adapters/crm/hubspot-request.ts";
import type { CrmAccount, CrmCompany, CrmDeal } from "#app/server/ports/crm.ts";

/** Companies, deals and users at HubSpot: what an entry is associated with beside its contacts. */

const associations = z.object({
  results: z.array(
    z.object({
      from: z.object({ id: z.coerce.string() }),
      to: z.array(
        z.object({ toObjectId: z.coerce.string(), associationTypes: z.array(z.object({ typeId: z.number() })) }),
      ),
      paging: z.object({ next: z.object({ after: z.string() }).optional() }).optional(),
    }),
  ),
});
const records = z.object({
  results: z.array(z.object({ id: z.string(), properties: z.record(z.string(), z.string().nullable().optional()) })),
});
const owners = z.object({ results: z.array(z.object({ id: z.string(), email: z.string().optional() })) });
const refusal = z.object({ category: z.string() });

/** "Contact to company (Primary)" among HubSpot's association types. */
const PRIMARY_COMPANY = 1;
/** Records that HubSpot reads in one request. */
const BATCH_MAX = 100;
/** Ids of HubSpot's object types in the addresses of its pages. */
const COMPANY_TYPE = "0-2";
const DEAL_TYPE = "0-3";

/** `contactId` and the record, in the order in which HubSpot lists them. */
type Link = { contactId: string; id: string; isPrimary: boolean };

export function hubSpotRelated(
  ask: AskAccount,
  recordUrl: (type: string, id: string) => string,
): Pick<CrmAccount, "findRelated" | "findOwners"> {
  return {
    async findRelated(contactIds) {
      const companies = await findCompanies(contactIds);
      const deals = await findDeals(contactIds);
      const isAllowed = companies !== null && deals !== null;
      return { companies: companies ?? [], deals: deals ?? [], isAllowed };
    },

    findOwners: (emails) => findOwners(ask, emails),
  };

  async function findCompanies(contactIds: readonly string[]): Promise<CrmCompany[] | null> {
    const links = await readLinks("companies", contactIds);
    const read = links && (await readRecords("companies", links, ["name", "domain"]));
    if (links === null || read === null) return null;
    const main = new Set(contactIds.map((contactId) => mainOf(links.filter((link) => link.contactId === contactId))));
    const companies = read.map(({ id, properties: { name, domain } }) => ({
      id,
      name: name || domain || id,
      url: recordUrl(COMPANY_TYPE, id),
      contactIds: contactsOf(links, id),
      isMain: main.has(id),
    }));
    return companies.toSorted((one, other) => Number(other.isMain) - Number(one.isMain)).slice(0, CRM_RELATED_MAX);
  }

  async function findDeals(contactIds: readonly string[]): Promise<CrmDeal[] | null> {
    const links = await readLinks("deals", contactIds);
    const read = links && (await readRecords("deals", links, ["dealname", "hs_is_closed", "createdate"]));
    if (links === null || read === null) return null;
    const newest = read.toSorted((one, other) =>
      (other.properties.createdate ?? "").localeCompare(one.properties.createdate ?? ""),
    );
    const deals = newest.map(({ id, properties: { dealname, hs_is_closed } }) => ({
      id,
      name: dealname || id,
      url: recordUrl(DEAL_TYPE, id),
      contactIds: contactsOf(links, id),
      isOpen: hs_is_closed !== "true",
    }));
    return deals.toSorted((one, other) => Number(other.isOpen) - Number(one.isOpen)).slice(0, CRM_RELATED_MAX);
  }

  /** Null where the account was connected without the permission. A contact without records is in no result. */
  async function readLinks(type: "companies" | "deals", contactIds: readonly string[]): Promise<Link[] | null> {
    const links: Link[] = [];
    let inputs: AssociationsToRead["inputs"] = contactIds.map((id) => ({ id }));
    for (let page = 0; page < CRM_RELATED_PAGES_MAX && inputs.length > 0; page += 1) {
      const path = `associations/${HUBSPOT_VERSION}/contacts/${type}/batch/read`;
      const answer = await ask("POST", path, { inputs } satisfies AssociationsToRead);
      if (isMissingScope(answer)) return null;
      const { results } = goodAnswer(answer, associations);
      for (const { from, to } of results) {
        for (const { toObjectId, associationTypes } of to) {
          const isPrimary = type === "companies" && associationTypes.some(({ typeId }) => typeId === PRIMARY_COMPANY);
          links.push({ contactId: from.id, id: toObjectId, isPrimary });
        }
      }
      inputs = results.flatMap(({ from, paging }) => (paging?.next ? [{ id: from.id, after: paging.next.after }] : []));
    }
    return links;
  }

  /** Primary companies first, so that they are among those that one request reads. */
  async function readRecords(type: "companies" | "deals", links: readonly Link[], properties: string[]) {
    const ordered = links.toSorted((one, other) => Number(other.isPrimary) - Number(one.isPrimary));
    const ids = [...new Set(ordered.map(({ id }) => id))].slice(0, BATCH_MAX);
    if (ids.length === 0) return [];
    const asked = { properties, propertiesWithHistory: [], inputs: ids.map((id) => ({ id })) } satisfies ObjectsToRead;
    const answer = await ask("POST", `objects/${HUBSPOT_VERSION}/${type}/batch/read`, asked);
    return isMissingScope(answer) ? null : goodAnswer(answer, records).results;
  }
}

async function findOwners(ask: AskAccount, emails: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const email of emails) {
    const query = new URLSearchParams({ email, limit: "1" });
    const answer = await ask("GET", `owners/${HUBSPOT_VERSION}?${query}`);
    if (isMissingScope(answer)) break;
    const [owner] = goodAnswer(answer, owners).results;
    if (owner?.email?.toLowerCase() === email) found.set(email, owner.id);
  }
  return found;
}

function isMissingScope({ status, body }: { status: number; body: unknown }): boolean {
  return status === 403 && refusal.safeParse(body).data?.category === "MISSING_SCOPES";
}

/** The primary company of a contact, or else the first one. */
function mainOf(links: readonly Link[]): string | undefined {
  return (links.find(({ isPrimary }) => isPrimary) ?? links[0])?.id;
}

function contactsOf(links: readonly Link[], recordId: string): string[] {
  return [...new Set(links.filter(({ id }) => id === recordId).map(({ contactId }) => contactId))];
}
