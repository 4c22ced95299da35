import * as z from "zod";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { SALESFORCE_TEXT_CHARS_MAX } from "#app/domain/limits/deliveries.ts";
import type { AskAccount } from "#app/server/adapters/crm/crm-requests.ts";
import {
  goodAnswer,
  isGone,
  made,
  removeAll,
  saveAll,
} from "#app/server/adapters/crm/salesforce/salesforce-request.ts";
import { query, soqlText } from "#app/server/adapters/crm/salesforce/soql.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { CrmEntry, EntryPlace } from "#app/server/ports/crm.ts";

const listed = z.object({ Id: z.string(), Title: z.string() });
const link = z.object({ Id: z.string(), LinkedEntityId: z.string() });

type Note = Extract<CrmEntry, { what: "note" }>;

/**
 * Enhanced notes (ContentNote). One note stands on all contacts, leads, companies and the deal, each by a link of its own. Salesforce does
 * not search the text of a note without delay, so that its mark is in the title.
 */
export function salesforceNotes(ask: AskAccount) {
  return {
    async find(word: string): Promise<{ id: string; html: string }[]> {
      const where = `Title LIKE ${soqlText(`%${word}%`)}`;
      const rows = await query(ask, `SELECT Id, Title FROM ContentNote WHERE ${where} LIMIT 20`, listed);
      return rows.map(({ Id, Title }) => ({ id: Id, html: Title }));
    },

    /** A process that dies before the links leaves a note that the next attempt finds and links. */
    async create(note: Note, place: EntryPlace): Promise<string> {
      const { id } = goodAnswer(await ask("POST", "sobjects/ContentNote", fieldsOf(note, place)), made);
      await addLinks(id, recordsOf(place));
      return id;
    },

    /** Null where a person has deleted it there. Links that somebody made at Salesforce stay. */
    async update(id: string, note: Note, place: EntryPlace): Promise<string | null> {
      const answer = await ask("PATCH", `sobjects/ContentNote/${id}`, fieldsOf(note, place));
      if (isGone(answer)) return null;
      if (answer.status >= 300)
        throw new UpstreamError({ service: "salesforce", status: answer.status, retryable: false });
      const soql = `SELECT Id, LinkedEntityId FROM ContentDocumentLink WHERE ContentDocumentId = ${soqlText(id)} LIMIT 200`;
      const links = await query(ask, soql, link);
      const missing = recordsOf(place).filter((record) => links.every((known) => known.LinkedEntityId !== record));
      await addLinks(id, missing);
      const dropped = new Set([...place.dropped.companies, ...place.dropped.deals]);
      await removeAll(
        ask,
        links.filter(({ LinkedEntityId }) => dropped.has(LinkedEntityId)).map(({ Id }) => Id),
      );
      return id;
    },
  };

  /** Readers at the company only: a contact of a portal does not see the minutes. */
  async function addLinks(noteId: string, records: readonly string[]): Promise<void> {
    const links = records.map((record) => ({
      attributes: { type: "ContentDocumentLink" },
      ContentDocumentId: noteId,
      LinkedEntityId: record,
      ShareType: "V",
      Visibility: "InternalUsers",
    }));
    await saveAll(ask, "POST", links, UNLINKED);
  }
}

/** A record that has the link, that the person may read and not link to, or that somebody has deleted: the note stands without it. */
const UNLINKED = [
  "DUPLICATE_VALUE",
  "INSUFFICIENT_ACCESS_OR_READONLY",
  "INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY",
  "INVALID_CROSS_REFERENCE_KEY",
  "ENTITY_IS_DELETED",
];

function recordsOf({ contactIds, companies, deals }: EntryPlace): string[] {
  return [...contactIds, ...companies.map(({ id }) => id), ...deals.map(({ id }) => id)];
}

function fieldsOf({ title, html }: Note, { mark }: EntryPlace): { Title: string; Content: string } {
  const ending = ` (${mark})`;
  return {
    Title: `${beginningOf(title, SALESFORCE_TEXT_CHARS_MAX - ending.length)}${ending}`,
    Content: base64Of(html),
  };
}

function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
