import * as z from "zod";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { assertNever } from "#app/domain/invariant.ts";
import {
  SALESFORCE_DESCRIPTION_CHARS_MAX,
  SALESFORCE_LISTED_MAX,
  SALESFORCE_TEXT_CHARS_MAX,
} from "#app/domain/limits/deliveries.ts";
import type { AskAccount } from "#app/server/adapters/crm/crm-requests.ts";
import {
  errorCodeOf,
  goodAnswer,
  isContact,
  isGone,
  made,
} from "#app/server/adapters/crm/salesforce/salesforce-request.ts";
import { query, soqlList } from "#app/server/adapters/crm/salesforce/soql.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { CrmEntry, CrmEntryType, EntryPlace } from "#app/server/ports/crm.ts";

const activity = z.object({ Id: z.string(), Description: z.string().nullish() });
const status = z.object({ ApiName: z.string() });

type Entry = Exclude<CrmEntry, { what: "note" }>;
const TYPES = { meeting: "Event", task: "Task" } as const;

/** Meetings are events and tasks are tasks at Salesforce. Both belong to one person at least, and to one account or opportunity. */
export function salesforceActivities(ask: AskAccount) {
  return {
    /** The newest of these contacts: a process that died has made its entries just before. Salesforce cannot search descriptions. */
    async find(what: Exclude<CrmEntryType, "note">, word: string, contactIds: readonly string[]) {
      const where = `WhoId IN ${soqlList(contactIds)} ORDER BY CreatedDate DESC LIMIT ${SALESFORCE_LISTED_MAX}`;
      const rows = await query(ask, `SELECT Id, Description FROM ${TYPES[what]} WHERE ${where}`, activity);
      return rows
        .map(({ Id, Description }) => ({ id: Id, html: Description ?? "" }))
        .filter(({ html }) => html.includes(word));
    },

    async create(entry: Entry, place: EntryPlace): Promise<string> {
      const type = TYPES[entry.what];
      const { whoIds, whatId } = relationsOf(place);
      const fields = { ...(await fieldsOf(entry)), WhoId: whoIds[0], ...(whatId !== null && { WhatId: whatId }) };
      const owner = entry.what === "task" && entry.ownerId !== null ? { OwnerId: entry.ownerId } : {};
      const send = (others: object) => ask("POST", `sobjects/${type}`, { ...fields, ...owner, ...others });
      if (whoIds.length > 1) {
        const answer = await send({ [`${type}WhoIds`]: whoIds });
        // A company that lets an activity have one contact only does not know the field. Nothing was made then.
        if (errorCodeOf(answer.body) !== "INVALID_FIELD") return goodAnswer(answer, made).id;
      }
      return goodAnswer(await send({}), made).id;
    },

    /** Null where a person has deleted it there. Its contacts and its owner stay as they are there. */
    async update(id: string, entry: Entry, place: EntryPlace): Promise<string | null> {
      const { whatId } = relationsOf(place);
      const isDropped = place.dropped.companies.length + place.dropped.deals.length > 0;
      const what = whatId !== null ? { WhatId: whatId } : isDropped ? { WhatId: null } : {};
      const fields = await fieldsOf(entry);
      const send = (others: object) => ask("PATCH", `sobjects/${TYPES[entry.what]}/${id}`, { ...fields, ...others });
      let answer = await send(what);
      // One that was made for a lead takes no account.
      if (errorCodeOf(answer.body) === "FIELD_INTEGRITY_EXCEPTION") answer = await send({});
      if (isGone(answer)) return null;
      if (answer.status < 300) return id;
      throw new UpstreamError({ service: "salesforce", status: answer.status, retryable: false });
    },
  };

  async function fieldsOf(entry: Entry) {
    const common = {
      Subject: beginningOf(entry.title, SALESFORCE_TEXT_CHARS_MAX),
      Description: descriptionOf(entry.html),
    };
    switch (entry.what) {
      case "meeting":
        return {
          ...common,
          StartDateTime: isoOf(entry.startsAt),
          EndDateTime: isoOf(entry.endsAt),
          IsReminderSet: false,
        };
      case "task":
        return {
          ...common,
          ...(entry.dueDay === null ? {} : { ActivityDate: entry.dueDay }),
          // A task that a person has completed there stays so.
          ...(entry.isDone ? { Status: await closedStatus() } : {}),
        };
      default:
        return assertNever(entry);
    }
  }

  /** A company may name its states as it likes. */
  async function closedStatus(): Promise<string> {
    const soql = "SELECT ApiName FROM TaskStatus WHERE IsClosed = true ORDER BY SortOrder LIMIT 1";
    return (await query(ask, soql, status))[0]?.ApiName ?? "Completed";
  }
}

/** Contacts, or else one lead, which can have no account or opportunity beside it. The deal counts before the company. */
function relationsOf({ contactIds, companies, deals }: EntryPlace): { whoIds: string[]; whatId: string | null } {
  const contacts = contactIds.filter(isContact);
  if (contacts.length === 0) return { whoIds: contactIds.slice(0, 1), whatId: null };
  return { whoIds: contacts, whatId: deals[0]?.id ?? companies[0]?.id ?? null };
}

/** Descriptions are plain text. The last line has the link and the mark: it stays where the text is too long. */
function descriptionOf(html: string): string {
  const lines = html
    .replace(/<li>/gu, "- ")
    .replace(/<br>|<\/(?:p|li)>/gu, "\n")
    .replace(/<[^>]*>/gu, "")
    .replace(/&#(\d+);/gu, (_sign, code: string) => String.fromCodePoint(Number(code)))
    .trim()
    .split("\n");
  const ending = `\n${lines.pop() ?? ""}`;
  return `${beginningOf(lines.join("\n"), SALESFORCE_DESCRIPTION_CHARS_MAX - ending.length)}${ending}`.trim();
}

const isoOf = (at: number) => new Date(at).toISOString();
