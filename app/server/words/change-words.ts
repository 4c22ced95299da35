import { and, eq, or, sql } from "drizzle-orm";
import type * as z from "zod";
import type { wordsAddition } from "#app/contracts/word-changes.ts";
import type { AddedWords, WordList } from "#app/contracts/words.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { randomId } from "#app/domain/ids.ts";
import { HEARD_FORMS_MAX, OWN_WORDS_MAX } from "#app/domain/limits/words.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { parseWords, wordKey } from "#app/domain/words/own-word.ts";
import type { Database } from "#app/server/db/database.ts";
import { ownWords } from "#app/server/db/schema-words.ts";
import type { Services } from "#app/server/services.ts";
import { findTeam } from "#app/server/workspace/find-team.ts";
import { listWords } from "#app/server/words/read-words.ts";

type Needs = Pick<Services, "db" | "log" | "now">;

/** Adds names and terms to a list. A word that it has stays as it was written first. */
export async function addWords(
  services: Needs,
  actor: PersonActor,
  { list, text }: z.output<typeof wordsAddition>,
): Promise<Outcome<AddedWords, "not-found">> {
  const { db, log } = services;
  const workspaceId = await editableList(db, actor, list);
  if (workspaceId === null) return refused("not-found");
  const { words, refused: wrong } = parseWords(text);
  const added = await insertWords(services, workspaceId, words);
  if (added > 0) log("words.added", { workspaceId, words: added });
  const lists = await listWords({ db }, actor);
  const stored = new Set(lists.find((one) => one.list === list)?.words.map(({ word }) => wordKey(word)));
  const full = words.filter((word) => !stored.has(wordKey(word))).length;
  return ok({ lists, added, refused: wrong, full });
}

/** The workspace of a list that the person may change; null where they may not. */
async function editableList(db: Database, actor: PersonActor, list: WordList["list"]): Promise<string | null> {
  if (list === "own") return actor.workspaceId;
  const team = await findTeam(db, actor.userId);
  if (team === null || team.activatedAt === null) return null;
  return team.role === "owner" || team.membersEdit ? team.teamId : null;
}

/** As many as the list has room for, in one statement: two tabs together do not exceed it. */
async function insertWords({ db, now }: Needs, workspaceId: string, words: readonly string[]): Promise<number> {
  const rows = words.map((word) => ({ id: randomId(), word, key: wordKey(word) }));
  const held = sql`select word_key from own_words where workspace_id = ${workspaceId}`;
  const written = await db
    .insert(ownWords)
    .select(
      sql`select fresh.value ->> 'id', ${workspaceId}, fresh.value ->> 'word', fresh.value ->> 'key', '[]', ${now()}
        from json_each(${JSON.stringify(rows)}) as fresh where fresh.value ->> 'key' not in (${held})
        limit max(0, ${OWN_WORDS_MAX} - (select count(*) from own_words where workspace_id = ${workspaceId}))`,
    )
    .onConflictDoNothing()
    .returning({ id: ownWords.id });
  return written.length;
}

export async function removeWord(
  { db, log }: Needs,
  actor: PersonActor,
  wordId: string,
): Promise<Outcome<{ lists: WordList[] }, "not-found">> {
  const gone = await db
    .delete(ownWords)
    .where(and(eq(ownWords.id, wordId), editableBy(actor)))
    .returning({ workspaceId: ownWords.workspaceId });
  if (gone.length === 0) return refused("not-found");
  log("words.removed", { workspaceId: gone[0]?.workspaceId, words: 1 });
  return ok({ lists: await listWords({ db }, actor) });
}

/** Whether the row of `own_words` is in a list that the person may change. Part of a statement. */
function editableBy({ userId, workspaceId }: PersonActor) {
  const ofTeam = sql`${ownWords.workspaceId} in (select mine.workspace_id from members as mine
    join teams as team on team.workspace_id = mine.workspace_id
    where mine.user_id = ${userId} and (mine.role = 'owner' or team.members_edit))`;
  return or(eq(ownWords.workspaceId, workspaceId), ofTeam);
}

/**
 * Remembers a form that was corrected to a word, so that it is offered first in later meetings: in each list with the word that the person
 * may change, or with the word in their own, as where it is the name of an invited person.
 */
export async function rememberHeard(
  services: Needs,
  actor: PersonActor,
  { word, heard }: { word: string; heard: string },
): Promise<void> {
  const form = wordKey(heard);
  const update = () =>
    services.db
      .update(ownWords)
      .set({ heard: withForm(form) })
      .where(and(eq(ownWords.wordKey, wordKey(word)), editableBy(actor)))
      .returning({ id: ownWords.id });
  if ((await update()).length > 0) return;
  await insertWords(services, actor.workspaceId, [word]);
  await update();
}

/** The list of forms with one more at its end, in the statement that writes it. */
function withForm(form: string) {
  const forms = ownWords.heard;
  return sql`case when exists (select 1 from json_each(${forms}) where value = ${form}) then ${forms}
    else json_insert(case when json_array_length(${forms}) >= ${HEARD_FORMS_MAX} then json_remove(${forms}, '$[0]')
      else ${forms} end, '$[#]', ${form}) end`;
}
