import { backOffDelayMs } from "#app/domain/back-off.ts";
import { HERE_RETRY, HERE_SIGNED_OUT_RETRY_MS } from "#app/domain/limits/here.ts";
import { HERE_TRACKS } from "#app/domain/here/here.ts";
import type { HereFinish } from "#app/contracts/recording/here.ts";
import type { HereServer } from "#app/features/here/session/here-server.ts";
import { type RecordingAbout, unsentNotes } from "#app/features/here/spool/recording-about.ts";
import type { RecordingSpool } from "#app/features/here/spool/recording-spool.ts";
import type { Clock, PieceSender, SendAnswer } from "#app/features/here/spool/send-pieces.ts";

type Deps = { spool: RecordingSpool; sender: PieceSender; server: HereServer; clock: Clock };

/**
 * - `finished`: the server has all of it, and nothing is left in this browser.
 * - `kept`: the server has ended it, and did not take some pieces or notes. They stay here.
 * - `gone`: the server takes nothing of it any more, and what waits stays here.
 */
export type Finished = "finished" | "kept" | "gone";

/**
 * Sends everything that waits, the notes, and that the recording has ended; then removes what the server has from this browser. Goes on
 * until the server has answered, however long it takes.
 */
export async function finishRecording({ spool, sender, server, clock }: Deps): Promise<Finished> {
  await spool.note({ isStopped: true });
  if (!(await sender.drained())) return leave(spool);
  if (!(await sendNotes(spool, server, clock))) return leave(spool);
  // A piece that the server refused, or that was not written to its end, never comes: it must not wait for it.
  const isWhole = spool.waiting().length === 0;
  const tracks = isWhole ? countPieces(spool.about()) : null;
  let answer = await untilAnswered(clock, () => server.finish(tracks));
  // It did not read the numbers of pieces. Without them it takes what it has.
  if (answer === "refused" && tracks !== null) answer = await untilAnswered(clock, () => server.finish(null));
  if (answer !== "stored") return leave(spool);
  if (!(await removeIfEmpty(spool))) {
    await spool.writeHeld();
    await spool.note({ isFinished: true });
    return "kept";
  }
  return "finished";
}

async function leave(spool: RecordingSpool): Promise<"gone"> {
  if (!(await removeIfEmpty(spool))) await spool.writeHeld();
  return "gone";
}

/** Removes the recording from this browser unless a piece or a note is only here. */
async function removeIfEmpty(spool: RecordingSpool): Promise<boolean> {
  if (spool.waiting().length > 0 || unsentNotes(spool.about()).length > 0) return false;
  await spool.remove();
  return true;
}

/** Sends the notes that the server does not have; one that it refuses stays here. False where it takes none any more. */
async function sendNotes(spool: RecordingSpool, server: HereServer, clock: Clock): Promise<boolean> {
  for (const note of unsentNotes(spool.about())) {
    const answer = await untilAnswered(clock, () => server.note(note));
    if (answer === "gone") return false;
    if (answer === "refused") continue;
    await spool.note({
      notes: spool.about().notes.map((each) => (each.id === note.id ? { ...each, isSent: true } : each)),
    });
  }
  return true;
}

async function untilAnswered(clock: Clock, ask: () => Promise<SendAnswer>): Promise<SendAnswer> {
  for (let failures = 1; ; failures += 1) {
    const answer = await ask();
    if (answer !== "later" && answer !== "signed-out") return answer;
    const ms = answer === "later" ? backOffDelayMs(HERE_RETRY, failures, clock.random()) : HERE_SIGNED_OUT_RETRY_MS;
    await new Promise<void>((resolve) => clock.after(ms, resolve));
  }
}

function countPieces({ segments }: RecordingAbout): NonNullable<HereFinish["tracks"]> {
  return HERE_TRACKS.flatMap((track) => {
    const own = segments.filter((each) => each.track === track);
    return own.length === 0
      ? []
      : [
          {
            track,
            segments: own.map(({ segment, startMs, pieces }) => ({ segment, startMs: Math.round(startMs), pieces })),
          },
        ];
  });
}
