import { afterEach, expect, test, vi } from "vitest";
import { finishRecording } from "#app/features/here/session/finish-recording.ts";
import { hereServer } from "#app/features/here/session/here-server.ts";
import { makeSpool } from "#app/features/here/spool/recording-spool.ts";
import { sendPieces } from "#app/features/here/spool/send-pieces.ts";
import { fakeClock } from "#tests/fakes/here-clock.ts";
import { fakeFiles } from "#tests/fakes/here-files.ts";

/** The calls of a running recording, with the network's answers made here. */

afterEach(() => {
  vi.unstubAllGlobals();
});

const NORA = { id: "nora", name: "Nora", email: "nora@example.org" };
const PIECE = {
  track: "mix",
  segment: 0,
  seq: 0,
  sha256: "0f".repeat(32),
  segmentStartMs: 0,
  startMs: 0,
  durationMs: 3000,
  isLast: false,
  loud: null,
  echo: [],
} as const;

const notFound = () =>
  Response.json({ error: { code: "not-found", message: "Meeting not found", reason: null } }, { status: 404 });

/** A server to which the meeting does not exist for whoever is signed in. */
function signedInIs(person: { name: string; email: string } | null) {
  const session = person === null ? {} : { user: { name: person.name, email: person.email }, onboarded: true };
  vi.stubGlobal("fetch", async (path: string) => (path === "/api/auth/session" ? Response.json(session) : notFound()));
}

const CALLS = {
  piece: (server: ReturnType<typeof hereServer>) => server.piece(PIECE, new Uint8Array(3)),
  note: (server: ReturnType<typeof hereServer>) => server.note({ id: "note-0001", atMs: 1, text: "a" }),
  marks: (server: ReturnType<typeof hereServer>) => server.marks([{ type: "paused", atMs: 1, at: 1 }]),
  finish: (server: ReturnType<typeof hereServer>) => server.finish(null),
  abandon: (server: ReturnType<typeof hereServer>) => server.abandon(),
};

test.for(Object.entries(CALLS))("%s: another account in this browser is no end of the recording", async ([, ask]) => {
  const server = hereServer("meeting1", NORA);
  signedInIs({ name: "Jonas", email: "jonas@example.org" });
  expect(await ask(server)).toBe("signed-out");
  signedInIs(NORA);
  expect(await ask(server)).toBe("gone");
});

test("a recording that ends while another account is signed in waits for its own person, notes included", async () => {
  const store = fakeFiles();
  const clock = fakeClock();
  const spool = await makeSpool(
    { store, userId: NORA.id },
    {
      meetId: "meeting1",
      title: "Call",
      source: "microphone",
      startedAt: 1,
      lastAt: 1,
      recordedMs: 3000,
      segments: [],
      notes: [{ id: "note-0001", atMs: 1000, text: "Ask for the second file", isSent: false }],
      isStopped: false,
    },
  );
  const server = hereServer("meeting1", NORA);
  const sender = sendPieces({ spool, send: server.piece, clock, onChange() {} });
  signedInIs({ name: "Jonas", email: "jonas@example.org" });
  const ended = finishRecording({ spool, sender, server, clock });
  await clock.pass(60_000);
  expect(store.files.size).toBeGreaterThan(0);
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return new Response(null, { status: 204 });
  });
  await clock.pass(60_000);
  expect(await ended).toBe("finished");
  expect(asked).toEqual(["/api/acta/here/meeting1/notes/note-0001", "/api/acta/here/meeting1/finish"]);
  expect(store.files.size).toBe(0);
});
