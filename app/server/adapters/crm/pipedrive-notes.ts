import * as z from "zod";
import { PIPEDRIVE_LISTED_MAX } from "#app/domain/limits/deliveries.ts";
import type { AskAccount } from "#app/server/adapters/crm/crm-requests.ts";
import type { NoteToAdd, NoteToChange } from "#app/server/adapters/crm/pipedrive-api.ts";
import { relatedMembers } from "#app/server/adapters/crm/pipedrive-related.ts";
import { goodAnswer, isGone, made } from "#app/server/adapters/crm/pipedrive-request.ts";
import type { EntryPlace } from "#app/server/ports/crm.ts";

/** A note that a person has deleted is not active. */
const note = z.object({ id: z.number(), content: z.string(), active_flag: z.boolean().optional() });
const notes = z.object({ data: z.array(note).nullable() });
const changedNote = z.object({ data: note });

/**
 * A note of one contact. A note belongs to one person at Pipedrive, so that a note of Acta is one for each contact; its id is
 * "<person>:<note>" for each, with commas.
 */
type Pair = { contactId: string; noteId: string };

export function pipedriveNotes(ask: AskAccount) {
  return {
    async find(word: string, contactIds: readonly string[]): Promise<{ id: string; html: string }[]> {
      const found = await findNotes(word, contactIds);
      const [first] = found;
      return first === undefined ? [] : [{ id: idOf(found), html: first.html }];
    },

    async create(html: string, place: EntryPlace): Promise<string> {
      const pairs: Pair[] = [];
      for (const contactId of place.contactIds) pairs.push(await createNote(html, contactId, place));
      return idOf(pairs);
    },

    async update(id: string, html: string, place: EntryPlace): Promise<string> {
      const { contactIds, mark, restores } = place;
      const pairs: Pair[] = [];
      // A deleted note that is not to come back stays known, so that its contact is not taken for a new one.
      for (const pair of pairsOf(id)) {
        if ((await isNoteChanged(pair, html, place)) || !restores) pairs.push(pair);
      }
      const others = contactIds.filter((contactId) => pairs.every((pair) => pair.contactId !== contactId));
      // They were invited or chosen later, their note was deleted, or the process died after some notes.
      const found = others.length === 0 ? [] : await findNotes(`(${mark})`, others);
      for (const contactId of others) {
        const known = found.find((pair) => pair.contactId === contactId);
        const isKept = known !== undefined && (await isNoteChanged(known, html, place));
        pairs.push(isKept ? known : await createNote(html, contactId, place));
      }
      return idOf(pairs);
    },
  };

  async function createNote(content: string, contactId: string, place: EntryPlace): Promise<Pair> {
    const { org_id, deal_id } = relatedMembers(place, contactId);
    const related = { ...(org_id ? { org_id } : {}), ...(deal_id ? { deal_id } : {}) };
    const added = { content, person_id: Number(contactId), ...related } satisfies NoteToAdd;
    const answer = await ask("POST", "v1/notes", added);
    return { contactId, noteId: String(goodAnswer(answer, made).data.id) };
  }

  /** False where a person has deleted it there. */
  async function isNoteChanged({ contactId, noteId }: Pair, content: string, place: EntryPlace): Promise<boolean> {
    const change = { content, ...relatedMembers(place, contactId) } satisfies NoteToChange;
    const answer = await ask("PUT", `v1/notes/${noteId}`, change);
    return !isGone(answer.status) && goodAnswer(answer, changedNote).data.active_flag !== false;
  }

  /** The newest lists of a person are looked through: a process that died has made its entries just before. */
  async function findNotes(word: string, contactIds: readonly string[]): Promise<(Pair & { html: string })[]> {
    const found: (Pair & { html: string })[] = [];
    for (const contactId of contactIds) {
      const query = new URLSearchParams({
        person_id: contactId,
        sort: "id DESC",
        limit: String(PIPEDRIVE_LISTED_MAX),
      });
      const { data } = goodAnswer(await ask("GET", `v1/notes?${query}`), notes);
      const known = data?.find(({ content, active_flag }) => active_flag !== false && content.includes(word));
      if (known !== undefined) found.push({ contactId, noteId: String(known.id), html: known.content });
    }
    return found;
  }
}

function idOf(pairs: readonly Pair[]): string {
  return pairs.map(({ contactId, noteId }) => `${contactId}:${noteId}`).join(",");
}

function pairsOf(id: string): Pair[] {
  return id.split(",").map((pair) => {
    const [contactId = "", noteId = ""] = pair.split(":");
    return { contactId, noteId };
  });
}
