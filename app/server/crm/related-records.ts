import { CHOSEN_RELATED } from "#app/domain/limits/deliveries.ts";
import type { CrmCompany, CrmDeal, CrmRelated, DroppedRecords } from "#app/server/ports/crm.ts";

/** The companies and deals that minutes go to. Choices are kept as names of receipts. */

export type ChosenRelated = { companies: CrmCompany[]; deals: CrmDeal[] };

const nameOf = (type: "company" | "deal", id: string) => `${type}/${id}`;

/** The receipts of a choice, below CHOSEN_RELATED. The empty one says that the person chose, also where they chose none. */
export function receiptsOfChoice({ companies, deals }: { companies: string[]; deals: string[] }): string[] {
  return ["", ...companies.map((id) => nameOf("company", id)), ...deals.map((id) => nameOf("deal", id))];
}

/**
 * Those that a person chose for the meeting, as far as they belong to its contacts; where nobody chose, the main company of each contact and
 * no deal. `parts`: names of the meeting's receipts.
 */
export function chosenRelated({ companies, deals }: CrmRelated, parts: readonly string[]): ChosenRelated {
  if (!parts.includes(CHOSEN_RELATED)) return { companies: companies.filter(({ isMain }) => isMain), deals: [] };
  const chosen = new Set(parts);
  return {
    companies: companies.filter(({ id }) => chosen.has(CHOSEN_RELATED + nameOf("company", id))),
    deals: deals.filter(({ id }) => chosen.has(CHOSEN_RELATED + nameOf("deal", id))),
  };
}

/** The names of records that minutes were taken to, for a receipt; and those of them that are not chosen any more. */
export function namesOfRelated({ companies, deals }: ChosenRelated): string[] {
  return receiptsOfChoice({ companies: companies.map(({ id }) => id), deals: deals.map(({ id }) => id) }).slice(1);
}

export function droppedRecords(before: readonly string[], now: ChosenRelated): DroppedRecords {
  const kept = new Set(namesOfRelated(now));
  const dropped = before.filter((name) => !kept.has(name));
  const idsOf = (type: "company" | "deal") =>
    dropped.flatMap((name) => (name.startsWith(`${type}/`) ? [name.slice(type.length + 1)] : []));
  return { companies: idsOf("company"), deals: idsOf("deal") };
}
