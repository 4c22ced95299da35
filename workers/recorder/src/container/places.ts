/**
 * The place of each bot: the container in which it runs. A container has room for six bots that record sound, or for two that record the
 * picture as well (docs/measurements.md). Kept in the tables of one Durable Object, so that two orders never take the same room.
 */

/** Room of a container of two processors, and what a bot takes of it: 0.33 and 0.83 processors. */
export const PLACE_ROOM = 6;
const SOUND_ROOM = 1;
const PICTURE_ROOM = 3;
/** A bot that was ordered so recently may not have come to its container yet. */
const COMING_MS = 120_000;
/** The longest call, and an hour more for what its bot has to deliver. */
const REMEMBERED_MS = 10 * 3_600_000;

export type Places = {
  /** The container that has or had the bot, or null. */
  of(botId: string): string | null;
  /** Takes room for the bot: where it runs already, in the fullest container that has room, or in a new one. */
  take(botId: string, hasPicture: boolean): string;
  /** Gives back the room of a bot that its container did not take. */
  leave(botId: string): void;
  /** Gives back the room of all bots of a container but those that run there. */
  settle(place: string, running: readonly string[]): void;
  /** Closes a container in which nothing has room taken, so that no order takes it any more. False where something has. */
  close(place: string): boolean;
};

/** `sql`: the tables of the object. `now`: ms since 1970. */
export function openPlaces(sql: SqlStorage, now: () => number): Places {
  sql.exec(`CREATE TABLE IF NOT EXISTS bots (
    bot_id TEXT PRIMARY KEY,
    place TEXT NOT NULL,
    -- 0: it has ended, and its container may still be asked about it.
    room INTEGER NOT NULL,
    taken_at INTEGER NOT NULL
  )`);
  sql.exec("CREATE INDEX IF NOT EXISTS bots_place ON bots (place)");
  const rowOf = (botId: string) =>
    sql.exec<{ place: string; room: number }>("SELECT place, room FROM bots WHERE bot_id = ?", botId).toArray()[0];
  const leave = (botId: string) => void sql.exec("UPDATE bots SET room = 0 WHERE bot_id = ?", botId);
  return {
    of: (botId) => rowOf(botId)?.place ?? null,
    take(botId, hasPicture) {
      const before = rowOf(botId);
      if (before && before.room > 0) {
        // Its container may have to start anew: it is on its way again.
        sql.exec("UPDATE bots SET taken_at = ? WHERE bot_id = ?", now(), botId);
        return before.place;
      }
      sql.exec("DELETE FROM bots WHERE taken_at < ?", now() - REMEMBERED_MS);
      const room = hasPicture ? PICTURE_ROOM : SOUND_ROOM;
      const place = fullestWith(sql, room) ?? crypto.randomUUID();
      sql.exec(
        "INSERT OR REPLACE INTO bots (bot_id, place, room, taken_at) VALUES (?, ?, ?, ?)",
        botId,
        place,
        room,
        now(),
      );
      return place;
    },
    leave,
    settle(place, running) {
      const known = sql
        .exec<{ bot_id: string }>("SELECT bot_id FROM bots WHERE place = ? AND taken_at < ?", place, now() - COMING_MS)
        .toArray();
      for (const { bot_id } of known) {
        if (!running.includes(bot_id)) leave(bot_id);
      }
    },
    close(place) {
      const taken = sql.exec("SELECT 1 FROM bots WHERE place = ? AND room > 0 LIMIT 1", place).toArray();
      if (taken.length > 0) return false;
      sql.exec("DELETE FROM bots WHERE place = ?", place);
      return true;
    },
  };
}

/** The fullest one, so that the others become empty and end. */
function fullestWith(sql: SqlStorage, room: number): string | null {
  const found = sql
    .exec<{ place: string }>(
      "SELECT place FROM bots GROUP BY place HAVING sum(room) <= ? ORDER BY sum(room) DESC, place LIMIT 1",
      PLACE_ROOM - room,
    )
    .toArray();
  return found[0]?.place ?? null;
}
