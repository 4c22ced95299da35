import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { type CrashPoint, STRUCK } from "#tests/crash/crash-points.ts";
import { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";
import { serve } from "#tests/fakes/serve.mjs";
import { SpeechStandIn } from "#tests/fakes/speech-protocol.mjs";
import { type KillableActa, startKillableActa } from "#tests/support/killable-acta.ts";
import { eventually, type Row, rowsOf, viewOf } from "#tests/support/look-inside.ts";
import { makeUser } from "#tests/support/make-user.ts";
import { uploadPersistently } from "#tests/support/persistent-upload.ts";

/** One Acta that is killed again and again, its engines, and a person who uploads. */
export type CrashBench = {
  /** Number of requests for each window that the speech engine received (each is paid), by the first mark in its audio. */
  paid: Map<string, number>;
  language: LanguageStandIn;
  /** From now on the Worker stops at the point. */
  stopsAt(point: CrashPoint): Promise<Trap>;
  /** From now on the engine receives requests and answers none; the trap is struck at the given number of them. */
  keepsSilent(engine: "speech" | "language", questions: number): Trap;
  send(bytes: Uint8Array<ArrayBuffer>): Promise<{ meetId: string; refusal: string | null }>;
  /** Calls the chat of a meeting as its page does: with a question, or else for the history. */
  chat(meetId: string, question?: object): Promise<Response>;
  killAndStart(): Promise<void>;
  remainsOf(meetId: string): Promise<Remains>;
  /** Waits until the meeting has its summary, and row and ledger show it. */
  endOf(meetId: string): Promise<Remains>;
  stop(): Promise<void>;
};

/** Resolves when the Worker has stopped at the point, or the engine has received the last of the requests. */
export type Trap = { struck: Promise<void> };

/** All data of one meeting, in every store. */
export type Remains = {
  view: MeetingView | null;
  row: Row | undefined;
  recordings: Row[];
  ledger: Row[];
  claims: number;
  keys: string[];
};

export const END_MS_MAX = 60_000;

export async function startCrashBench(): Promise<CrashBench> {
  const engines = await startEngines();
  const acta = await startKillableActa("tests/crash/worker.ts", engines.variables);
  const { cookie } = await makeUser(acta.inside.database, { plan: "pro" });
  let submits = 0;
  const remainsOf = (meetId: string) => readRemains(acta, meetId, cookie);
  return {
    paid: engines.paid,
    language: engines.language,
    async stopsAt(point) {
      const struck = acta.says(STRUCK, END_MS_MAX);
      await acta.miniflare().dispatchFetch(`${acta.origin}/_crash`, { method: "POST", body: JSON.stringify(point) });
      return { struck };
    },
    keepsSilent: (engine, questions) => engines.keepSilence(engine, questions),
    send(bytes) {
      submits += 1;
      const submissionId = `crash-test-${submits}`;
      const { origin } = acta;
      return uploadPersistently({ origin, cookie, title: "Seminar rooms", bytes, submissionId, msMax: END_MS_MAX });
    },
    chat: (meetId, question) =>
      fetch(`${acta.origin}/api/acta/meetings/${meetId}/chat`, {
        headers: { Cookie: cookie, Origin: acta.origin, "Content-Type": "application/json" },
        ...(question ? { method: "POST", body: JSON.stringify(question) } : {}),
      }),
    async killAndStart() {
      await acta.kill();
      engines.speakAgain();
      await acta.start();
    },
    remainsOf,
    async endOf(meetId) {
      const isEnded = (view: MeetingView | null) => view?.head.status === "SUMMARIZED" && view.head.pdf === "ready";
      await eventually(() => viewOf(acta, meetId, cookie), isEnded, END_MS_MAX);
      return eventually(
        () => remainsOf(meetId),
        ({ row, ledger }) => row?.status === "SUMMARIZED" && ledger[0]?.state === "counted",
        END_MS_MAX,
      );
    },
    async stop() {
      await acta.stop();
      await engines.stop();
    },
  };
}

type Engine = "speech" | "language";

/** Both engines as servers that count their requests, and that can hold back their answers. */
export async function startEngines() {
  const paid = new Map<string, number>();
  const language = new LanguageStandIn();
  const speech = new SpeechStandIn();
  let silence: { engine: Engine; questions: number; taken: () => void; over: Promise<void> } | null = null;
  let speak = () => {};
  const wait = async (engine: Engine) => {
    if (silence?.engine !== engine) return;
    silence.questions -= 1;
    if (silence.questions === 0) silence.taken();
    await silence.over;
  };
  const speechServer = await serve(async (request) => {
    const window = await windowOf(request.clone());
    paid.set(window, (paid.get(window) ?? 0) + 1);
    await wait("speech");
    return speech.answer(request);
  });
  const languageServer = await serve(async (request) => {
    const answer = await language.answer(request);
    await wait("language");
    return answer;
  });
  return {
    paid,
    language,
    variables: {
      SPEECH_ENGINE: "openai",
      SPEECH_BASE_URL: speechServer.origin,
      LANGUAGE_ENGINE: "openai",
      LANGUAGE_BASE_URL: languageServer.origin,
      LANGUAGE_MODEL: "stand-in",
    },
    keepSilence(engine: Engine, questions: number): Trap {
      const over = new Promise<void>((resolve) => {
        speak = resolve;
      });
      const struck = new Promise<void>((taken) => {
        silence = { engine, questions, taken, over };
      });
      return { struck };
    },
    speakAgain() {
      silence = null;
      speak();
    },
    async stop() {
      await speechServer.stop();
      await languageServer.stop();
    },
  };
}

/** The first mark in a window's audio distinguishes it from the other windows of its recording. */
async function windowOf(request: Pick<Request, "arrayBuffer">): Promise<string> {
  const text = new TextDecoder("latin1").decode(await request.arrayBuffer());
  return /ACTA@(\d{8})/.exec(text)?.[1] ?? "";
}

export async function readRemains(acta: KillableActa, meetId: string, cookie: string): Promise<Remains> {
  const look = (query: string, value = meetId) => rowsOf(acta, query, value);
  const view = await viewOf(acta, meetId, cookie);
  const [row] = await look("SELECT * FROM meetings WHERE id = ?");
  const recordingId = String(row?.recording_id);
  const keys = await acta.inside.keys();
  return {
    view,
    row,
    ledger: await look("SELECT kind, state, reason, workspace_id FROM usage_ledger WHERE meet_id = ?"),
    claims: (await look("SELECT * FROM meeting_claims WHERE meet_id = ?")).length,
    recordings: await look("SELECT * FROM recordings WHERE id = ?", recordingId),
    keys: keys.filter((key) => key.includes(meetId) || key.includes(recordingId)),
  };
}

/** The parts that must be equal in two meetings of one recording: everything but ids, times and counts of changes. */
export function comparable({ view, row, recordings, ...rest }: Remains) {
  return {
    ...rest,
    // The number of changes may differ: work that was done twice counts twice.
    head: { ...view?.head, meetId: null, sequence: null, timeline: view?.head.timeline.map(({ status }) => status) },
    segments: view?.segments,
    summary: { ...view?.summary, writtenAt: null },
    row: without(row, ["id", "recording_id", "sequence", "created_at", "updated_at"]),
    recordings: recordings.map((recording) => without(recording, ["id", "created_at"])),
    keys: rest.keys.map((key) => key.replace(/[0-9a-z]{20,}(?=[./])/g, "*")),
  };
}

function without(row: Row | undefined, names: string[]): Row {
  return Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !names.includes(name)));
}
