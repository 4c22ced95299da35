import { crmSettings } from "#app/contracts/connections.ts";
import { CHOSEN_CONTACT, CRM_CONTACTS_MAX } from "#app/domain/limits/deliveries.ts";
import { sha256Text } from "#app/domain/sha256-text.ts";
import { type CrmPlan, NOTE_PART, planEntries, type PlannedEntry } from "#app/server/crm/plan-entries.ts";
import { chosenRelated, type ChosenRelated, droppedRecords, namesOfRelated } from "#app/server/crm/related-records.ts";
import { type Colleague, findTaskOwners } from "#app/server/crm/task-owners.ts";
import type { Crm, CrmAccount, CrmContact, DroppedRecords } from "#app/server/ports/crm.ts";
import type { MinutesReceiver, Receipts } from "#app/server/ports/destination-sender.ts";

export type CrmNeeds = {
  crm: Crm;
  origin: string;
  /** The addresses of the people of a meeting, as its calendar has them now. */
  peopleOf: (of: { userId: string; meetId: string }) => Promise<string[]>;
  colleaguesOf: (userId: string) => Promise<Colleague[]>;
};

/**
 * Sends minutes to a CRM: a note on the contacts who took part and on their companies and deals, and as the person chose the meeting, tasks and properties. Each entry has
 * a receipt and is updated afterwards. An entry without a receipt is looked for first: the process that made it may have died before it
 * could note that.
 */
export function crmReceiver({ crm, origin, peopleOf, colleaguesOf }: CrmNeeds): MinutesReceiver {
  return {
    async send(minutes) {
      const { connection, deliveryId, event, meeting, view, receipts, signal } = minutes;
      const settings = crmSettings.parse(connection.settings);
      const account = crm.account({ accountId: connection.accountId, access: connection.access, signal });
      const parts = [...receipts.all().keys()];
      const contacts = await contactsOf(account, parts, () =>
        peopleOf({ userId: connection.userId, meetId: meeting.meetId }),
      );
      const [first] = contacts;
      if (first === undefined) return { kind: "parked", fault: "recipient", status: null };
      const contactIds = contacts.map(({ id }) => id);
      const offered = await account.findRelated(contactIds);
      const related = chosenRelated(offered, parts);
      const before = receipts.find(TAKEN_TO)?.url?.split(" ") ?? [];
      // Without the permission nothing is known of the records of before.
      const dropped = offered.isAllowed ? droppedRecords(before, related) : { companies: [], deals: [] };
      const names = namesOfRelated(related);
      const takeTo = (kept: readonly string[]) => {
        if (offered.isAllowed) receipts.save(TAKEN_TO, { externalId: deliveryId, url: [...new Set(kept)].join(" ") });
      };
      // An attempt that dies may have taken some entries there.
      takeTo([...before, ...names]);
      const owners = await findTaskOwners(account, view, await colleaguesOf(connection.userId));
      const plan = await planEntries(view, { settings, origin, owners });
      const restores = event !== "minutes.changed";
      await saveEntries(account, plan, { deliveryId, contactIds, related, dropped, restores, receipts, signal });
      takeTo(names);
      if (Object.keys(plan.properties).length > 0) await account.setProperties(contactIds, plan.properties);
      receipts.forget(PROGRESS);
      const note = receipts.find(NOTE_PART);
      const link = note === null ? first.url : account.noteUrl(note.externalId, first.id);
      return { kind: "sent", status: null, link, counts: countsOf(plan, contacts, related) };
    },
  };
}

/** Those that the person chose, as far as they exist; else the people of the calendar's event. */
export async function contactsOf(
  account: CrmAccount,
  parts: readonly string[],
  people: () => Promise<string[]>,
): Promise<CrmContact[]> {
  const chosen = parts.filter((part) => part.startsWith(CHOSEN_CONTACT));
  if (chosen.length > 0) return account.readContacts(chosen.map((part) => part.slice(CHOSEN_CONTACT.length)));
  const emails = await people();
  return emails.length === 0 ? [] : account.findContacts(emails.slice(0, CRM_CONTACTS_MAX));
}

/** `restores`: an entry that a person has deleted there is made again. A correction does not. */
type Saving = {
  deliveryId: string;
  contactIds: string[];
  related: ChosenRelated;
  dropped: DroppedRecords;
  restores: boolean;
  receipts: Receipts;
  signal: AbortSignal;
};

/** The entries that an unfinished delivery has saved: a meeting with many tasks may need more than one attempt. */
const PROGRESS = "progress";
/** The companies and deals that the last delivery took entries to, as names in the address of the receipt. */
const TAKEN_TO = "taken-to";

/** Saves the entries that no earlier attempt of this delivery has saved as they are now. */
async function saveEntries(account: CrmAccount, { entries, word }: CrmPlan, saving: Saving): Promise<void> {
  const { deliveryId, contactIds, related, receipts, signal } = saving;
  const before = receipts.find(PROGRESS);
  const saved = new Set(before?.externalId === deliveryId ? before.url?.split(" ") : []);
  const found: Found = new Map();
  for (const planned of entries) {
    signal.throwIfAborted();
    const { part, entry } = planned;
    const { what } = entry;
    const version = sha256Text(JSON.stringify([part, entry, contactIds, namesOfRelated(related)])).slice(0, 16);
    if (saved.has(version)) continue;
    if (receipts.find(part) === null && !found.has(what)) {
      found.set(what, await account.findEntries(what, word, contactIds));
    }
    await saveEntry(account, planned, { ...saving, found });
    saved.add(version);
    receipts.save(PROGRESS, { externalId: deliveryId, url: [...saved].join(" ") });
  }
}

/** Entries of the meeting at the CRM, by type. */
type Found = Map<PlannedEntry["entry"]["what"], { id: string; html: string }[]>;

async function saveEntry(
  account: CrmAccount,
  { part, mark, entry }: PlannedEntry,
  { contactIds, related, dropped, restores, receipts, found }: Saving & { found: Found },
): Promise<void> {
  const on = { contactIds, ...related, dropped, mark, restores };
  const receipt = receipts.find(part);
  if (receipt !== null) {
    const updated = await account.update(receipt.externalId, entry, on);
    if (updated !== null && updated !== receipt.externalId) receipts.save(part, { externalId: updated, url: null });
    // A task that a person deleted there is not brought back; minutes that are sent or written again are.
    if (updated !== null || entry.what === "task" || !restores) return;
  }
  const known = receipt === null ? found.get(entry.what)?.find(({ html }) => html.includes(`(${mark})`)) : undefined;
  const taken = known === undefined ? null : await account.update(known.id, entry, on);
  receipts.save(part, { externalId: taken ?? (await account.create(entry, on)), url: null });
}

function countsOf({ entries, properties }: CrmPlan, contacts: readonly CrmContact[], related: ChosenRelated) {
  return {
    contacts: contacts.length,
    companies: related.companies.length,
    deals: related.deals.length,
    tasks: entries.filter(({ entry }) => entry.what === "task").length,
    properties: Object.keys(properties).length,
  };
}
