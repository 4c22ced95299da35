/**
 * Associations of the stand-in for HubSpot: between contacts and their companies and deals, and of entries with all three. Type ids and
 * errors are those of the real one.
 *
 * @typedef {import("#app/server/adapters/crm/hubspot-api.ts").ReadAssociations} ReadAssociations
 * @typedef {import("#app/server/adapters/crm/hubspot-api.ts").AssociationsToRead} AssociationsToRead
 * @typedef {import("#app/server/adapters/crm/hubspot-api.ts").AssociationsToMake} AssociationsToMake
 * @typedef {import("#app/server/adapters/crm/hubspot-api.ts").AssociationsToRemove} AssociationsToRemove
 * @typedef {"contacts" | "companies" | "deals"} RecordType
 * @typedef {{ id: string, type: string, properties: Record<string, string> } & Record<RecordType, Set<string>>} CrmObject
 */

/** Association types of entries. @type {Record<string, Record<RecordType, number>>} */
export const ENTRY_TYPES = {
  notes: { contacts: 202, companies: 190, deals: 214 },
  meetings: { contacts: 200, companies: 188, deals: 212 },
  tasks: { contacts: 204, companies: 192, deals: 216 },
};
const CONTACT_TO_COMPANY = 279;
const PRIMARY_COMPANY = 1;
const CONTACT_TO_DEAL = 4;

/** @param {string} type @returns {type is RecordType} */
export const isRecordType = (type) => type === "contacts" || type === "companies" || type === "deals";

/**
 * The scope without which records of a type cannot be read or associated; null where every token has it.
 *
 * @param {string} type @param {"read" | "write"} act
 */
export const scopeOf = (type, act) => (type === "companies" || type === "deals" ? `crm.objects.${type}.${act}` : null);

/** @param {string[]} scopes */
export function missingScopes(scopes) {
  const message = "This app hasn't been granted all required scopes to make this call.";
  const errors = [{ message, context: { requiredGranularScopes: scopes } }];
  return Response.json({ status: "error", message, category: "MISSING_SCOPES", errors }, { status: 403 });
}

/** `pageMax`: associations of one object in one answer. @param {Map<string, CrmObject>} objects @param {number} pageMax */
export function associationOperations(objects, pageMax) {
  return {
    /** @param {"companies" | "deals"} type @param {AssociationsToRead} body */
    read(type, { inputs }) {
      const at = new Date().toISOString();
      /** @type {ReadAssociations["results"]} */
      const results = [];
      for (const { id, after } of inputs) {
        const all = [...(objects.get(id)?.[type] ?? [])];
        if (all.length === 0) continue;
        const from = after === undefined ? 0 : Number(after);
        const page = all.slice(from, from + pageMax);
        const next = from + pageMax < all.length ? { paging: { next: { after: String(from + pageMax) } } } : {};
        const to = page.map((toObjectId) => ({ toObjectId, associationTypes: typesOf(type, all[0] === toObjectId) }));
        results.push({ from: { id }, to, ...next });
      }
      const missing = inputs.length - results.length;
      const answer = { status: /** @type {const} */ ("COMPLETE"), startedAt: at, completedAt: at, results };
      if (missing === 0) return Response.json(/** @satisfies {ReadAssociations} */ (answer));
      const errors = [{ status: "error", category: "OBJECT_NOT_FOUND", message: "No associations were found." }];
      return Response.json(/** @satisfies {ReadAssociations} */ ({ ...answer, numErrors: missing, errors }), {
        status: 207,
      });
    },

    /** @param {RecordType} type @param {AssociationsToMake} body */
    associate(type, body) {
      for (const { from, to } of body.inputs) objects.get(from.id)?.[type].add(to.id);
      return Response.json({ status: "COMPLETE", results: [] });
    },

    /** @param {RecordType} type @param {AssociationsToRemove} body */
    archive(type, body) {
      for (const { from, to } of body.inputs) for (const { id } of to) objects.get(from.id)?.[type].delete(id);
      return new Response(null, { status: 204 });
    },
  };
}

/** The first company of a contact is its primary one. @param {"companies" | "deals"} type @param {boolean} isFirst */
function typesOf(type, isFirst) {
  const category = /** @type {const} */ ("HUBSPOT_DEFINED");
  if (type === "deals") return [{ category, typeId: CONTACT_TO_DEAL, label: null }];
  const unlabelled = { category, typeId: CONTACT_TO_COMPANY, label: null };
  return isFirst ? [{ category, typeId: PRIMARY_COMPANY, label: "Primary" }, unlabelled] : [unlabelled];
}
