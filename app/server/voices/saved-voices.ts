import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import type * as z from "zod";
import type { voiceMemory, voiceToSave } from "#app/contracts/voice-changes.ts";
import type { SavedVoices } from "#app/contracts/voices.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { randomId } from "#app/domain/ids.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { SAVED_VOICES_MAX } from "#app/domain/limits/voices.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { isSpeakerLabel } from "#app/domain/transcript/speaker-label.ts";
import type { SavedVoice } from "#app/domain/voices/match-voices.ts";
import { wordKey } from "#app/domain/words/own-word.ts";
import type { Database } from "#app/server/db/database.ts";
import { voiceMemories, voiceProfiles } from "#app/server/db/schema-voices.ts";
import { readMeetingEdits } from "#app/server/meetings/edit-meeting.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Voices that a person has Acta remember. Every statement names the person: no colleague, team or share reads or changes them. A voice that has
 * expired is as good as deleted before the sweep comes.
 */
type Needs = Pick<Services, "db" | "log" | "now">;

export async function readSavedVoices({ db, now }: Needs, { userId }: PersonActor): Promise<SavedVoices> {
  const [memories, voices] = await db.batch([
    db.select({ keepDays: voiceMemories.keepDays }).from(voiceMemories).where(eq(voiceMemories.userId, userId)),
    db
      .select({
        id: voiceProfiles.id,
        name: voiceProfiles.name,
        agreedAt: voiceProfiles.agreedAt,
        expiresAt: voiceProfiles.expiresAt,
      })
      .from(voiceProfiles)
      .where(and(eq(voiceProfiles.userId, userId), gt(voiceProfiles.expiresAt, now())))
      .orderBy(asc(voiceProfiles.nameKey))
      .limit(SAVED_VOICES_MAX),
  ]);
  return { keepDays: memories[0]?.keepDays ?? null, voices };
}

/** The voices with their numbers, to be compared; null days where the person has none remembered. */
export async function readVectors(
  { db, now }: Pick<Services, "db" | "now">,
  { userId }: PersonActor,
): Promise<{ keepDays: number | null; voices: SavedVoice[] }> {
  const rows = await db
    .select({
      keepDays: voiceMemories.keepDays,
      name: voiceProfiles.name,
      model: voiceProfiles.model,
      vector: voiceProfiles.vector,
    })
    .from(voiceMemories)
    .leftJoin(voiceProfiles, and(eq(voiceProfiles.userId, voiceMemories.userId), gt(voiceProfiles.expiresAt, now())))
    .where(eq(voiceMemories.userId, userId))
    .limit(SAVED_VOICES_MAX);
  return {
    keepDays: rows[0]?.keepDays ?? null,
    voices: rows.flatMap(({ name, model, vector }) =>
      name === null || model === null || vector === null ? [] : [{ name, model, vector }],
    ),
  };
}

/** Switched off, every saved voice is deleted. Another time holds for the saved ones too, from when each was saved. */
export async function changeMemory(
  services: Needs,
  actor: PersonActor,
  { keepDays }: z.output<typeof voiceMemory>,
): Promise<SavedVoices> {
  const { db, log, now } = services;
  const { userId } = actor;
  if (keepDays === null) {
    await db.batch([
      db.delete(voiceProfiles).where(eq(voiceProfiles.userId, userId)),
      db.delete(voiceMemories).where(eq(voiceMemories.userId, userId)),
    ]);
  } else {
    await db.batch([
      db
        .insert(voiceMemories)
        .values({ userId, keepDays, since: now() })
        .onConflictDoUpdate({ target: voiceMemories.userId, set: { keepDays } }),
      db
        .update(voiceProfiles)
        .set({ expiresAt: sql`${voiceProfiles.agreedAt} + ${keepDays * DAY_MS}` })
        .where(eq(voiceProfiles.userId, userId)),
    ]);
  }
  log("voices.memory.changed", { userId, keepDays });
  return readSavedVoices(services, actor);
}

/**
 * Saves the voice of a named speaker, who has agreed. A voice with the same name is replaced. `voice-not-saved`: nothing is remembered, the speaker has
 * no name or another one, or too little of them is heard alone.
 */
export async function rememberVoice(
  services: Needs & Pick<Services, "edits">,
  actor: PersonActor,
  { meetId, label, name }: z.output<typeof voiceToSave>,
): Promise<Outcome<SavedVoices, "not-found" | "voice-not-saved">> {
  const { db, log, now } = services;
  const { userId } = actor;
  const { keepDays, voices } = await readSavedVoices(services, actor);
  const read = await readMeetingEdits(services, actor, meetId, { about: "voice-prints" });
  if (!read.ok) return read;
  const speaker = read.value.prints.find((print) => print.label === label);
  if (keepDays === null || !speaker || (speaker.name ?? label) !== name || isSpeakerLabel(name)) {
    return refused("voice-not-saved");
  }
  const isNew = voices.every((voice) => wordKey(voice.name) !== wordKey(name));
  if (isNew && voices.length >= SAVED_VOICES_MAX) return refused("voice-not-saved");
  const at = now();
  const { model, vector } = speaker;
  const saved = { name, model, vector, agreedAt: at, expiresAt: at + keepDays * DAY_MS };
  await db
    .insert(voiceProfiles)
    .values({ id: randomId(), userId, nameKey: wordKey(name), ...saved })
    .onConflictDoUpdate({ target: [voiceProfiles.userId, voiceProfiles.nameKey], set: saved });
  log("voices.saved", { userId, meetId });
  return ok(await readSavedVoices(services, actor));
}

/** Deletes a voice with its numbers: there is no other copy. */
export async function forgetVoice(
  services: Needs,
  actor: PersonActor,
  voiceId: string,
): Promise<Outcome<SavedVoices, "not-found">> {
  const { db, log } = services;
  const { userId } = actor;
  const gone = await db
    .delete(voiceProfiles)
    .where(and(eq(voiceProfiles.id, voiceId), eq(voiceProfiles.userId, userId)))
    .returning({ id: voiceProfiles.id });
  if (gone.length === 0) return refused("not-found");
  log("voices.deleted", { userId });
  return ok(await readSavedVoices(services, actor));
}

/** Deletes voices whose time is over. Answers how many. */
export async function sweepVoices({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const gone = await db
    .delete(voiceProfiles)
    .where(lte(voiceProfiles.expiresAt, now()))
    .returning({ id: voiceProfiles.id });
  return gone.length;
}

/** For `account.json` of the archive: each voice with its numbers. */
export async function readVoiceData(db: Database, userId: string) {
  const memories = await db.select().from(voiceMemories).where(eq(voiceMemories.userId, userId));
  const voices = await db
    .select()
    .from(voiceProfiles)
    .where(eq(voiceProfiles.userId, userId))
    .orderBy(asc(voiceProfiles.nameKey));
  return {
    memory: memories[0] ?? null,
    voices: voices.map(({ nameKey: _key, vector, ...row }) => ({ ...row, vector: [...vector] })),
  };
}
