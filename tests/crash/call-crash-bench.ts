import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import * as z from "zod";
import { type BotEvent, type BotOrder, botOrder, type BotStream } from "#app/contracts/recording/recorder.ts";
import { box } from "#app/media/mp4/write-m4a.ts";
import { readRemains, type Remains, startEngines, type Trap } from "#tests/crash/crash-bench.ts";
import type { CrashPoint } from "#tests/crash/crash-points.ts";
import { END_MS_MAX, makeSubject, stopsAt, type Subject } from "#tests/crash/kill-together.ts";
import { serve } from "#tests/fakes/serve.mjs";
import { type KillableActa, startKillableActa } from "#tests/support/killable-acta.ts";
import { listFaults } from "#tests/support/list-faults.ts";
import { eventually } from "#tests/support/look-inside.ts";
import { meetingPayload } from "#tests/support/meeting-payload.ts";

/** One Acta that is killed while it is in calls, and the bots of these calls, which send everything until it is acknowledged. */
export type CallSize = "small" | "large";
export type CallCrashBench = {
  /** Number of requests that the speech engine has received so far. */
  questions(): number;
  subject(): Promise<Subject>;
  stopsAt(subject: Subject, point: CrashPoint): Promise<Trap>;
  killAndStart(): Promise<void>;
  /** Plays the subject's call from its invite until its bot has sent everything; returns the meeting's id. `large`: its file has parts. */
  playCall(subject: Subject, size?: CallSize): Promise<string>;
  /** Waits until the subject's call has its minutes and its file; `orders`: number of bots ordered for it. */
  endOf(subject: Subject, meetId: string): Promise<{ remains: Remains; orders: number }>;
  stop(): Promise<void>;
};

const FOLDER = path.join(import.meta.dirname, "../fixtures/call-pieces");
const segmentList = z.array(
  z.object({
    stream: z.enum(["mix", "tab"]),
    segment: z.number(),
    startedAt: z.number(),
    mimeType: z.string(),
    pieces: z.number(),
  }),
);
type Segment = z.infer<typeof segmentList>[number];
type Said = BotEvent extends infer One ? (One extends BotEvent ? Omit<One, "seq" | "at"> : never) : never;

export async function startCallCrashBench(): Promise<CallCrashBench> {
  const engines = await startEngines();
  const recorder = await startRecorder();
  const acta = await startKillableActa("tests/crash/worker.ts", {
    ...engines.variables,
    RECORDER_ENGINE: "acta",
    RECORDER_URL: recorder.origin,
    RECORDER_TOKEN: "the-recorder-of-the-crash-tests",
  });

  return {
    questions: () =>
      [...engines.paid.values()].flatMap((windows) => [...windows.values()]).reduce((sum, count) => sum + count, 0),
    subject: () => makeSubject(acta),
    stopsAt: (subject, point) => stopsAt(acta, subject, point),
    async killAndStart() {
      await acta.kill();
      await acta.start();
    },
    async playCall(subject, size = "small") {
      const meetId = await invite(acta, subject);
      await playBot(await recorder.ordered(subject), size, subject.headers);
      return meetId;
    },
    endOf: async (subject, meetId) => ({
      remains: await endOf(acta, meetId, subject),
      orders: recorder.orders(subject),
    }),
    async stop() {
      await acta.stop();
      await engines.stop();
      await recorder.stop();
    },
  };
}

/** Our recorder's API: it accepts every order, and reports every bot as recording. */
async function startRecorder() {
  const orders: BotOrder[] = [];
  const waiting = new Set<() => void>();
  const server = await serve(async (request) => {
    const { pathname } = new URL(request.url);
    const botId = pathname.split("/")[3];
    if (pathname === "/v1/bots") {
      const order = botOrder.parse(await request.json());
      if (!orders.some((one) => one.botId === order.botId && one.attempt === order.attempt)) orders.push(order);
      for (const look of waiting) look();
      return Response.json(reportOf(order), { status: 201 });
    }
    const order = orders.find((one) => one.botId === botId);
    if (pathname.endsWith("/stop")) return new Response(null, { status: order ? 202 : 404 });
    return order ? Response.json(reportOf(order)) : new Response(null, { status: 404 });
  });
  const ofCall = (subject: Subject) => orders.filter(({ url }) => url.toLowerCase().includes(roomOf(subject)));
  return {
    origin: server.origin,
    orders: (subject: Subject) => ofCall(subject).length,
    ordered: (subject: Subject) =>
      new Promise<BotOrder>((resolve) => {
        const look = () => {
          const [order] = ofCall(subject);
          if (!order) return;
          waiting.delete(look);
          resolve(order);
        };
        waiting.add(look);
        look();
      }),
    stop: () => server.stop(),
  };
}

const roomOf = ({ name }: Subject) => `acta-crash-${name}-test`;

function reportOf({ botId, attempt }: BotOrder) {
  return { botId, attempt, state: "recording", reason: null, since: 0, spooledPieces: 0, spooledBytes: 0 };
}

async function invite(acta: KillableActa, subject: Subject): Promise<string> {
  const payload = meetingPayload({
    meetExtUrl: `https://meet.jit.si/${roomOf(subject)}`,
    submissionId: `crash-test-call-${subject.name}`,
  });
  const answer = await persistently(`${acta.origin}/api/acta/init_call`, {
    method: "POST",
    headers: { Cookie: subject.cookie, Origin: acta.origin, "Content-Type": "application/json", ...subject.headers },
    body: JSON.stringify(payload),
  });
  return z.object({ meetId: z.string() }).parse(await answer.json()).meetId;
}

const PADDING_BYTES = 1_300_000;
const PICTURE_TRACK = 1;

/** One more frame of a second of the picture, as large as a busy screen's: a fragment of its own without visible content. */
const PADDING = (() => {
  const fragment = (offset: number) =>
    box(
      "moof",
      box("mfhd", 0, 1),
      box(
        "traf",
        // Its data offset counts from here, and it is no key frame.
        box("tfhd", 0x20020, PICTURE_TRACK, 0x10000),
        box("trun", 0x301, 1, offset, 1, PADDING_BYTES),
      ),
    );
  const frame = Buffer.alloc(PADDING_BYTES, 0xff);
  // One NAL unit of filler, which every decoder skips.
  frame.writeUInt32BE(PADDING_BYTES - 4);
  frame[4] = 0x0c;
  return Buffer.concat([fragment(fragment(0).byteLength + 8), box("mdat", frame)]);
})();

/** The recorded call: two starts of each stream, everything sent until it was acknowledged. */
async function playBot({ sink, attempt }: BotOrder, size: CallSize, subject: Record<string, string>): Promise<void> {
  const authorization = { Authorization: `Bearer ${sink.token}`, ...subject };
  let seq = 0;
  const say = (...events: Said[]) =>
    persistently(`${sink.url}/events`, {
      method: "POST",
      headers: { ...authorization, "Content-Type": "application/json" },
      body: JSON.stringify({ attempt, events: events.map((event) => ({ ...event, seq: ++seq, at: 1 })) }),
    });
  const put = async (stream: BotStream, segment: number, piece: number) => {
    const name = `${stream}-${segment}-${String(piece).padStart(6, "0")}.m4s`;
    const recorded = await readFile(path.join(FOLDER, name));
    const isPadded = size === "large" && stream === "tab" && piece > 0;
    const bytes = isPadded ? Buffer.concat([recorded, PADDING]) : recorded;
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const headers = { ...authorization, "x-acta-sha256": sha256 };
    const body = new Uint8Array(bytes);
    await persistently(`${sink.url}/pieces/${stream}/${segment}/${piece}`, { method: "PUT", headers, body });
  };
  const send = async ({ stream, segment, startedAt, mimeType, pieces }: Segment) => {
    await say({ type: "segment-started", stream, segment, startedAt, mimeType });
    for (let piece = 0; piece < pieces; piece += 1) await put(stream, segment, piece);
    const speech = { startAt: startedAt, endAt: startedAt + 4000 };
    await say(
      { type: "loud", ...speech },
      { type: "speech", personId: "p1", confidence: 0.9, ...speech },
      { type: "segment-ended", stream, segment, pieces, endedAt: startedAt + 5000 },
    );
  };
  await say(
    { type: "state", state: "waiting", reason: null },
    { type: "people", count: 1, people: [{ id: "p1", name: "Iria Bosch" }] },
  );
  const segments = segmentList.parse(JSON.parse(await readFile(path.join(FOLDER, "segments.json"), "utf8")));
  for (const segment of segments) await send(segment);
  await say(
    { type: "state", state: "leaving", reason: "meeting-ended" },
    { type: "state", state: "left", reason: "meeting-ended" },
  );
}

/** Waits for summary, PDF and file, their entries in ledger and list, and the deletion of the pieces; then the lists of its person must be right. */
async function endOf(acta: KillableActa, meetId: string, subject: Subject): Promise<Remains> {
  const remains = await eventually(
    () => readRemains(acta, meetId, subject.cookie),
    ({ view, row, ledger, keys }) =>
      view?.head.status === "SUMMARIZED" &&
      view.head.pdf === "ready" &&
      view.head.playable &&
      row?.status === "SUMMARIZED" &&
      ledger[0]?.state === "counted" &&
      !keys.some((key) => key.includes("/pieces/")),
    END_MS_MAX,
  );
  expect(await listFaults(acta, subject)).toEqual([]);
  return remains;
}

const AGAIN_MS = 100;

/** Repeats a request as a recorder does, until the answer is not a failure of the server. */
async function persistently(url: string, init: RequestInit): Promise<Response> {
  const deadline = Date.now() + END_MS_MAX;
  for (;;) {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(END_MS_MAX) }).catch(() => null);
    if (answer?.ok) return answer;
    if (answer !== null && answer.status < 500) throw new Error(`${url} was answered ${answer.status}`);
    if (Date.now() > deadline) throw new Error(`${url} was never answered`);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
