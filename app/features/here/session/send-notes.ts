import { HERE_MARKS_MAX } from "#app/domain/limits/here.ts";
import type { HereServer, Mark } from "#app/features/here/session/here-server.ts";
import type { RecordingSpool } from "#app/features/here/spool/recording-spool.ts";

type Deps = { spool: RecordingSpool; server: HereServer; onChange: () => void };

export interface NoteSender {
  mark(mark: Mark): void;
  /** Sends marks and notes that the server does not have. What fails waits for the next call. */
  flush(): Promise<void>;
}

/** Pauses, silences and notes. They are few, so that they go one after the other, and again with the next piece that arrives. */
export function sendNotes({ spool, server, onChange }: Deps): NoteSender {
  let marks: Mark[] = [];
  let isBusy = false;
  const flush = async () => {
    if (isBusy) return;
    isBusy = true;
    while (marks.length > 0) {
      // A request takes so many at most: a long time without a network has more of them.
      const sent = marks.slice(0, HERE_MARKS_MAX);
      const answer = await server.marks(sent);
      if (answer === "later" || answer === "signed-out") break;
      marks = marks.filter((mark) => !sent.includes(mark));
    }
    for (const note of spool.about().notes.filter(({ isSent }) => !isSent)) {
      const answer = await server.note(note);
      if (answer === "refused") continue;
      if (answer !== "stored") break;
      const notes = spool.about().notes.map((each) => (each.id === note.id ? { ...each, isSent: true } : each));
      await spool.note({ notes });
      onChange();
    }
    isBusy = false;
  };
  return {
    mark(mark) {
      marks.push(mark);
      void flush();
    },
    flush,
  };
}
