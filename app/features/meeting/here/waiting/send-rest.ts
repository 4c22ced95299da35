import { browserClock } from "#app/features/meeting/here/session/run-session.ts";
import { finishRecording } from "#app/features/meeting/here/session/finish-recording.ts";
import { hereServer, type Person } from "#app/features/meeting/here/session/here-server.ts";
import { opfsStore } from "#app/features/meeting/here/spool/opfs-store.ts";
import { openAgain, type RecordingSpool } from "#app/features/meeting/here/spool/recording-spool.ts";
import { type SendState, sendPieces } from "#app/features/meeting/here/spool/send-pieces.ts";

export type RestState = SendState;

type Input = { spool: RecordingSpool; person: Person; onState: (state: RestState) => void };

/** Sends what a recording left in this browser, and ends it. Another tab may have done so before. */
export async function sendRest({ spool: listed, person, onState }: Input): Promise<"finished" | "gone"> {
  const spool = await openAgain({ store: opfsStore(), userId: person.id }, listed);
  if (spool === null) return "finished";
  const server = hereServer(spool.about().meetId, person);
  const sender = sendPieces({
    spool,
    send: server.piece,
    clock: browserClock,
    onChange: () => onState(sender.state()),
  });
  const wake = () => sender.wake();
  window.addEventListener("online", wake);
  const ended = await finishRecording({ spool, sender, server, clock: browserClock });
  window.removeEventListener("online", wake);
  sender.close();
  return ended;
}
