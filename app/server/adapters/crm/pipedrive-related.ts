import * as z from "zod";
import { CRM_RELATED_MAX, PIPEDRIVE_LISTED_MAX } from "#app/domain/limits/deliveries.ts";
import type { AskAccount } from "#app/server/adapters/crm/crm-requests.ts";
import { goodAnswer } from "#app/server/adapters/crm/pipedrive-request.ts";
import type { CrmAccount, CrmCompany, CrmDeal, EntryPlace } from "#app/server/ports/crm.ts";

/** Organizations, deals and users at Pipedrive: what a note or an activity belongs to beside its persons. */

const persons = z.object({ data: z.array(z.object({ id: z.number(), org_id: z.number().nullish() })).nullable() });
const organizations = z.object({ data: z.array(z.object({ id: z.number(), name: z.string() })).nullable() });
const deals = z.object({
  data: z.array(z.object({ id: z.number(), title: z.string(), status: z.string() })).nullable(),
});
const users = z.object({
  data: z.array(z.object({ id: z.number(), email: z.string(), active_flag: z.boolean().optional() })).nullable(),
});

export function pipedriveRelated(ask: AskAccount, base: string): Pick<CrmAccount, "findRelated" | "findOwners"> {
  return {
    async findRelated(contactIds) {
      const companies = await findOrganizations(contactIds);
      const found = await findDeals(contactIds);
      return { companies: companies ?? [], deals: found ?? [], isAllowed: companies !== null && found !== null };
    },

    async findOwners(emails) {
      const found = new Map<string, string>();
      for (const email of emails) {
        const query = new URLSearchParams({ term: email, search_by_email: "1" });
        const answer = await ask("GET", `v1/users/find?${query}`);
        if (isMissingScope(answer)) break;
        const user = goodAnswer(answer, users).data?.find((row) => row.email.toLowerCase() === email);
        if (user !== undefined && user.active_flag !== false) found.set(email, String(user.id));
      }
      return found;
    },
  };

  /** A person belongs to one organization at the most. */
  async function findOrganizations(contactIds: readonly string[]): Promise<CrmCompany[] | null> {
    if (contactIds.length === 0) return [];
    const answer = await ask("GET", `v2/persons?ids=${contactIds.join(",")}`);
    if (isMissingScope(answer)) return null;
    const people = goodAnswer(answer, persons).data ?? [];
    const ids = [...new Set(people.flatMap(({ org_id }) => org_id ?? []))];
    if (ids.length === 0) return [];
    const named = await ask("GET", `v2/organizations?ids=${ids.join(",")}`);
    if (isMissingScope(named)) return null;
    return (goodAnswer(named, organizations).data ?? []).map(({ id, name }) => ({
      id: String(id),
      name,
      url: `${base}/organization/${id}`,
      contactIds: people.filter(({ org_id }) => org_id === id).map((person) => String(person.id)),
      isMain: true,
    }));
  }

  /** Each person's newest deals; open ones first. */
  async function findDeals(contactIds: readonly string[]): Promise<CrmDeal[] | null> {
    const found = new Map<number, CrmDeal>();
    for (const contactId of contactIds) {
      const query = new URLSearchParams({
        person_id: contactId,
        sort_by: "update_time",
        sort_direction: "desc",
        limit: String(PIPEDRIVE_LISTED_MAX),
      });
      const answer = await ask("GET", `v2/deals?${query}`);
      if (isMissingScope(answer)) return null;
      for (const { id, title, status } of goodAnswer(answer, deals).data ?? []) {
        const known = found.get(id);
        if (known) known.contactIds.push(contactId);
        else found.set(id, dealOf({ id, title, status }, contactId));
      }
    }
    const open = [...found.values()].toSorted((one, other) => Number(other.isOpen) - Number(one.isOpen));
    return open.slice(0, CRM_RELATED_MAX);
  }

  function dealOf({ id, title, status }: { id: number; title: string; status: string }, contactId: string): CrmDeal {
    return {
      id: String(id),
      name: title,
      url: `${base}/deal/${id}`,
      contactIds: [contactId],
      isOpen: status === "open",
    };
  }
}

/** "Scope and URL mismatch", or a user who may not see deals. */
function isMissingScope({ status }: { status: number }): boolean {
  return status === 403;
}

type Members = { org_id?: number | null; deal_id?: number | null };

/**
 * The organization and the deal of an entry. Null takes it off one that the person does not want any more; absent leaves it as it is, so
 * that what somebody changed at Pipedrive stays. A note has a copy for each person: an organization or deal gets the first of its copies.
 */
export function relatedMembers(
  { companies, deals: chosen, contactIds, dropped }: Omit<EntryPlace, "mark" | "restores">,
  contactId: string | null,
): Members {
  const isFirst = ({ contactIds: own }: { contactIds: string[] }) =>
    contactId === null || contactIds.find((id) => own.includes(id)) === contactId;
  const [company, deal] = [companies.find(isFirst), chosen.find(isFirst)];
  return {
    ...(company !== undefined && { org_id: Number(company.id) }),
    ...(company === undefined && dropped.companies.length > 0 && { org_id: null }),
    ...(deal !== undefined && { deal_id: Number(deal.id) }),
    ...(deal === undefined && dropped.deals.length > 0 && { deal_id: null }),
  };
}
