import { createHash } from "node:crypto";
import { expect } from "vitest";
import * as z from "zod";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { CrashPoint } from "#tests/crash/crash-points.ts";
import { END_MS_MAX, makeSubject, stopsAt, type Subject } from "#tests/crash/kill-together.ts";
import { answerVoices } from "#tests/fakes/voices-server.ts";
import { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";
import { serve } from "#tests/fakes/serve.mjs";
import { SpeechStandIn } from "#tests/fakes/speech-protocol.mjs";
import { type KillableActa, startKillableActa } from "#tests/support/killable-acta.ts";
import { listFaults } from "#tests/support/list-faults.ts";
import { eventually, type Row, rowsOf, viewOf } from "#tests/support/look-inside.ts";
import type { Talk } from "#tests/support/voice-frames.ts";
import { uploadPersistently } from "#tests/support/persistent-upload.ts";

/** One Acta that is killed again and again, its engines, and persons who upload. */
export type CrashBench = {
  language: LanguageStandIn;
  /** Number of requests for each window of the subject's recording that the speech engine received; each is paid. */
  paidBy(subject: Subject): number[];
  subject(): Promise<Subject>;
  /** From now on the Worker stops at the point of the subject. */
  stopsAt(subject: Subject, point: CrashPoint): Promise<Trap>;
  /** From now on the engine receives requests and answers none; the trap is struck at the given number of them. */
  keepsSilent(engine: Engine, questions: number): Trap;
  send(subject: Subject, bytes: Uint8Array<ArrayBuffer>): Promise<{ meetId: string; refusal: string | null }>;
  /** Calls the chat of a meeting as its page does: with a question, or else for the history. */
  chat(subject: Subject, meetId: string, question?: object): Promise<Response>;
  killAndStart(): Promise<void>;
  remainsOf(subject: Subject, meetId: string): Promise<Remains>;
  listFaults(subject: Subject): Promise<string[]>;
  /** Waits until the meeting has its summary, and row and ledger show it; then the lists of its person must be right. */
  endOf(subject: Subject, meetId: string): Promise<Remains>;
  stop(): Promise<void>;
};

/** Resolves when the subject has stopped at the point, or the engine has received the last of the requests. */
export type Trap = { struck: Promise<void> };

/** All data of one meeting, in every store. */
export type Remains = {
  view: MeetingView | null;
  row: Row | undefined;
  ledger: Row[];
  claims: number;
  keys: string[];
};

/** `talk`: who speaks in each window, for an engine that tells voices apart; without it there is none. */
export async function startCrashBench(talk: readonly Talk[] | null = null): Promise<CrashBench> {
  const engines = await startEngines(talk);
  const acta = await startKillableActa("tests/crash/worker.ts", engines.variables);
  const { origin } = acta;
  const remainsOf = ({ cookie }: Subject, meetId: string) => readRemains(acta, meetId, cookie);
  return {
    language: engines.language,
    paidBy: ({ name }) => [...(engines.paid.get(name) ?? [])].map(([_window, count]) => count),
    subject: () => makeSubject(acta),
    stopsAt: (subject, point) => stopsAt(acta, subject, point),
    keepsSilent: (engine, questions) => engines.keepSilence(engine, questions),
    send: ({ cookie, name, headers }, bytes) =>
      uploadPersistently({
        origin,
        cookie,
        title: "Seminar rooms",
        bytes,
        submissionId: `crash-test-${name}`,
        msMax: END_MS_MAX,
        headers,
      }),
    chat: ({ cookie }, meetId, question) =>
      fetch(`${origin}/api/acta/meetings/${meetId}/chat`, {
        headers: { Cookie: cookie, Origin: origin, "Content-Type": "application/json" },
        ...(question ? { method: "POST", body: JSON.stringify(question) } : {}),
      }),
    async killAndStart() {
      await acta.kill();
      engines.speakAgain();
      await acta.start();
    },
    remainsOf,
    listFaults: (subject) => listFaults(acta, subject),
    async endOf(subject, meetId) {
      const isEnded = (view: MeetingView | null) => view?.head.status === "SUMMARIZED" && view.head.pdf === "ready";
      await eventually(() => viewOf(acta, meetId, subject.cookie), isEnded, END_MS_MAX);
      const remains = await eventually(
        () => remainsOf(subject, meetId),
        ({ row, ledger }) => row?.status === "SUMMARIZED" && ledger[0]?.state === "counted",
        END_MS_MAX,
      );
      expect(await listFaults(acta, subject)).toEqual([]);
      return remains;
    },
    async stop() {
      await acta.stop();
      await engines.stop();
    },
  };
}

type Engine = "speech" | "language" | "voices";

/** The engines as servers that count their requests, and that can hold back their answers. */
export async function startEngines(talk: readonly Talk[] | null = null) {
  /** Requests for each window, by the label in its audio, which is the name of the subject, and the first mark. */
  const paid = new Map<string, Map<string, number>>();
  const language = new LanguageStandIn();
  const speech = new SpeechStandIn();
  const silences = new Map<Engine, { questions: number; taken: () => void; over: Promise<void>; end: () => void }>();
  const wait = async (engine: Engine) => {
    const silence = silences.get(engine);
    if (!silence) return;
    silence.questions -= 1;
    if (silence.questions === 0) silence.taken();
    await silence.over;
  };
  const speechServer = await serve(async (request) => {
    const { label, mark } = await windowOf(request.clone());
    const windows = paid.get(label) ?? new Map<string, number>();
    paid.set(label, windows.set(mark, (windows.get(mark) ?? 0) + 1));
    await wait("speech");
    return speech.answer(request);
  });
  const languageServer = await serve(async (request) => {
    const answer = await language.answer(request);
    await wait("language");
    return answer;
  });
  const voicesServer = await serve(async (request) => {
    if (request.url.endsWith("/v1/voices")) await wait("voices");
    return answerVoices(request, talk ?? []);
  });
  const voices = { VOICES_ENGINE: "container", VOICES_URL: voicesServer.origin, VOICES_TOKEN: "token-of-the-voices" };
  return {
    paid,
    language,
    variables: {
      ...(talk && voices),
      SPEECH_ENGINE: "openai",
      SPEECH_BASE_URL: speechServer.origin,
      LANGUAGE_ENGINE: "openai",
      LANGUAGE_BASE_URL: languageServer.origin,
      LANGUAGE_MODEL: "stand-in",
    },
    keepSilence(engine: Engine, questions: number): Trap {
      let end = () => {};
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      const struck = new Promise<void>((taken) => {
        silences.set(engine, { questions, taken, over, end });
      });
      return { struck };
    },
    speakAgain() {
      for (const { end } of silences.values()) end();
      silences.clear();
    },
    async stop() {
      await speechServer.stop();
      await languageServer.stop();
      await voicesServer.stop();
    },
  };
}

/** The first mark in a window's audio distinguishes it from the other windows of its recording, and the label from other recordings. */
async function windowOf(request: Pick<Request, "arrayBuffer">): Promise<{ label: string; mark: string }> {
  const text = new TextDecoder("latin1").decode(await request.arrayBuffer());
  const [, mark = "", label = ""] = /ACTA@(\d{8})(subject-\d{3})?/.exec(text) ?? [];
  return { label, mark };
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
    keys: keys.filter((key) => key.includes(meetId) || key.includes(recordingId)),
  };
}

/** The parts that must be equal in two meetings of one recording: everything but persons, ids, times and counts of changes. */
export function comparable({ view, row, ...rest }: Remains) {
  const parts = {
    ...rest,
    // The number of changes may differ: work that was done twice counts twice.
    head: { ...view?.head, meetId: null, sequence: null, timeline: view?.head.timeline.map(({ status }) => status) },
    segments: view?.segments,
    summary: { ...view?.summary, writtenAt: null },
    row: without(row, ["id", "recording_id", "sequence", "created_at", "updated_at", "changed_at"]),
    keys: rest.keys.map((key) => key.replace(/[0-9a-z]{20,}(?=[./])/g, "*")),
  };
  const person = String(row?.created_by);
  return z.custom<typeof parts>().parse(JSON.parse(JSON.stringify(parts).replaceAll(person, "the person")));
}

/** The same for recordings of equal length and different labels: R2's etag, also in names of keys, is the MD5 of a recording's bytes. */
export function comparableRecording(remains: Remains, bytes: Uint8Array) {
  const etag = createHash("md5").update(bytes).digest("hex");
  const parts = comparable(remains);
  return z.custom<typeof parts>().parse(JSON.parse(JSON.stringify(parts).replaceAll(etag, "the etag of its bytes")));
}

function without(row: Row | undefined, names: string[]): Row {
  return Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !names.includes(name)));
}
