import * as z from "zod";
import { beginningOf } from "#app/domain/beginning-of.ts";
import {
  CRM_CONTACTS_MAX,
  SALESFORCE_ADDRESSES_MAX,
  SALESFORCE_TEXT_CHARS_MAX,
} from "#app/domain/limits/deliveries.ts";
import type { AskAccount } from "#app/server/adapters/crm/crm-requests.ts";
import { salesforceActivities } from "#app/server/adapters/crm/salesforce/salesforce-activities.ts";
import { salesforceNotes } from "#app/server/adapters/crm/salesforce/salesforce-notes.ts";
import { salesforceRelated } from "#app/server/adapters/crm/salesforce/salesforce-related.ts";
import {
  askSalesforceAs,
  goodAnswer,
  isContact,
  salesforceBase,
  saveAll,
} from "#app/server/adapters/crm/salesforce/salesforce-request.ts";
import { query, soqlList } from "#app/server/adapters/crm/salesforce/soql.ts";
import type { Crm, CrmAccount, CrmContact } from "#app/server/ports/crm.ts";

const person = z.object({ Id: z.string(), Name: z.string().nullish(), Email: z.string().nullish() });
const description = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      length: z.number(),
      updateable: z.boolean(),
      calculated: z.boolean(),
      custom: z.boolean(),
    }),
  ),
});

const TEXT_FIELDS = new Set(["string", "textarea"]);
/** The only field of Salesforce's own that is for words about a contact. */
const DESCRIPTION = "Description";

/** Salesforce: contacts and leads by address; an enhanced note, which stands on many records; events and tasks as activities. */
export function salesforceCrm({ localOrigin }: { localOrigin: string | null }): Crm {
  return {
    // An activity has one of them; the note is not given more, so that the choice means one thing.
    hasOneDeal: true,
    account({ accountId, access, signal }) {
      const base = salesforceBase(accountId, localOrigin);
      const ask = askSalesforceAs({ access, signal }, base);
      // It leads to the record in both of Salesforce's interfaces.
      const recordUrl = (id: string) => `${base}/${id}`;
      const notes = salesforceNotes(ask);
      const activities = salesforceActivities(ask);
      return {
        ...contacts(ask, recordUrl),
        ...salesforceRelated(ask, recordUrl),
        ...contactProperties(ask),
        noteUrl: (noteId) => recordUrl(noteId),

        findEntries: (what, word, contactIds) =>
          what === "note" ? notes.find(word) : activities.find(what, word, contactIds),

        create: (entry, place) =>
          entry.what === "note" ? notes.create(entry, place) : activities.create(entry, place),

        update: (id, entry, place) =>
          entry.what === "note" ? notes.update(id, entry, place) : activities.update(id, entry, place),
      };
    },
  };
}

function contacts(
  ask: AskAccount,
  recordUrl: (id: string) => string,
): Pick<CrmAccount, "findContacts" | "readContacts"> {
  const contactOf = ({ Id, Name, Email }: z.infer<typeof person>): CrmContact => ({
    id: Id,
    name: Name || Email || Id,
    url: recordUrl(Id),
  });
  const read = (type: "Contact" | "Lead", where: string) => {
    const isCurrent = type === "Lead" ? " AND IsConverted = false" : "";
    const soql = `SELECT Id, Name, Email FROM ${type} WHERE ${where}${isCurrent} ORDER BY LastModifiedDate DESC LIMIT 200`;
    return query(ask, soql, person);
  };
  return {
    /** One for each address, in their order: a contact rather than a lead, and of several the one that was changed last. */
    async findContacts(emails) {
      const found = new Map<string, CrmContact>();
      for (let from = 0; from < emails.length; from += SALESFORCE_ADDRESSES_MAX) {
        const where = `Email IN ${soqlList(emails.slice(from, from + SALESFORCE_ADDRESSES_MAX))}`;
        for (const row of [...(await read("Contact", where)), ...(await read("Lead", where))]) {
          const email = (row.Email ?? "").toLowerCase();
          if (!found.has(email)) found.set(email, contactOf(row));
        }
      }
      return emails.flatMap((email) => found.get(email.toLowerCase()) ?? []).slice(0, CRM_CONTACTS_MAX);
    },

    async readContacts(ids) {
      const [people, leads] = [ids.filter(isContact), ids.filter((id) => !isContact(id))];
      const rows = [
        ...(people.length === 0 ? [] : await read("Contact", `Id IN ${soqlList(people)}`)),
        ...(leads.length === 0 ? [] : await read("Lead", `Id IN ${soqlList(leads)}`)),
      ];
      return ids.flatMap((id) => rows.filter(({ Id }) => Id === id).map(contactOf));
    },
  };
}

function contactProperties(ask: AskAccount): Pick<CrmAccount, "listProperties" | "setProperties"> {
  return {
    /** Fields of the company's own, and the description: others of Salesforce, such as the name, are not for minutes. */
    async listProperties() {
      return (await readFields())
        .filter(({ type, updateable, calculated }) => TEXT_FIELDS.has(type) && updateable && !calculated)
        .filter(({ custom, name }) => custom || name === DESCRIPTION)
        .map(({ name, label }) => ({ name, label }));
    },

    /** Leads have fields of their own: they are left as they are. */
    async setProperties(contactIds, values) {
      if (Object.keys(values).length === 0) return;
      // A short text field refuses a long value, and with it all others of the record.
      const lengths = new Map((await readFields()).map(({ name, length }) => [name, length]));
      const fields = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          beginningOf(value, lengths.get(name) ?? SALESFORCE_TEXT_CHARS_MAX),
        ]),
      );
      const records = contactIds.filter(isContact).map((id) => ({ attributes: { type: "Contact" }, id, ...fields }));
      await saveAll(ask, "PATCH", records);
    },
  };

  async function readFields() {
    return goodAnswer(await ask("GET", "sobjects/Contact/describe"), description).fields;
  }
}
