import type { HereFinish } from "#app/contracts/recording/here.ts";
import type { HerePiece } from "#app/contracts/recording/here-piece.ts";
import { HERE_MARKS_MAX } from "#app/domain/limits/here.ts";
import type { HereServer, Mark } from "#app/features/here/session/here-server.ts";
import type { SendAnswer } from "#app/features/here/spool/send-pieces.ts";

/** The server at the network's edge: it stores what it is given, or answers as a test says. */
export type FakeHereServer = HereServer & {
  answer: SendAnswer;
  /** Pieces that it never takes. */
  refuses: (piece: HerePiece) => boolean;
  /** It takes no more pieces, and all else. */
  isFull: boolean;
  /** Stores the next piece, and its answer gets lost. */
  losesAnswer: boolean;
  /** In the order of the recording, by which the real server keeps them: several are sent at a time, and may arrive in any order. */
  pieces: HerePiece[];
  stored: Map<string, string>;
  notes: { id: string; atMs: number; text: string }[];
  told: Mark[];
  finished: HereFinish["tracks"][];
  attempts: number;
};

export function fakeHereServer(): FakeHereServer {
  const server: FakeHereServer = {
    answer: "stored",
    refuses: () => false,
    isFull: false,
    losesAnswer: false,
    pieces: [],
    stored: new Map(),
    notes: [],
    told: [],
    finished: [],
    attempts: 0,
    async piece(piece, bytes) {
      server.attempts += 1;
      if (server.answer !== "stored") return server.answer;
      if (server.isFull) return "full";
      if (server.refuses(piece)) return "refused";
      server.pieces = [...server.pieces, piece].toSorted((one, other) => one.startMs - other.startMs);
      server.stored.set(`${piece.track}/${piece.segment}/${piece.seq}`, new TextDecoder().decode(bytes));
      if (!server.losesAnswer) return "stored";
      server.losesAnswer = false;
      return "later";
    },
    async note(note) {
      if (server.answer === "stored") server.notes.push(note);
      return server.answer;
    },
    async marks(marks) {
      if (server.answer === "stored" && marks.length > HERE_MARKS_MAX) return "refused";
      if (server.answer === "stored") server.told.push(...marks);
      return server.answer;
    },
    async finish(tracks) {
      if (server.answer === "stored") server.finished.push(tracks);
      return server.answer;
    },
    abandon: async () => server.answer,
    async reached() {
      if (server.answer !== "stored") return null;
      return {
        endMs: Math.max(0, ...server.pieces.map(({ startMs, durationMs }) => startMs + durationMs)),
        segments: Math.max(0, ...server.pieces.map(({ segment }) => segment + 1)),
      };
    },
  };
  return server;
}
