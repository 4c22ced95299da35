import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type BotEvent, type BotOrder, botOrder, type BotReason, type BotState } from "#app/contracts/recorder.ts";
import { serve } from "#tests/fakes/serve.mjs";

/**
 * Meetings at online calls, each where a bot can bring it: a recorder of the bench's own takes Acta's orders, and what its
 * bots would say is said to the real routes. Nobody joins anything.
 */

export const CALLS = [
  "planned",
  "connecting",
  "lobby",
  "hostAbsent",
  "live",
  "liveLong",
  "warned",
  "recorded",
  "denied",
  "unanswered",
  "captcha",
] as const;
export type CallMeetings = Record<(typeof CALLS)[number], string>;

const TOKEN = "the-recorder-of-the-screens";
const STATE_PATH = /^\/v1\/bots\/([0-9a-z]{24})(\/stop)?$/;

/** Takes every order and says of each bot that it is at work: what a bot does is told by the bench. */
export async function startRecorder() {
  const orders: BotOrder[] = [];
  const server = await serve(async (request) => {
    if (request.headers.get("Authorization") !== `Bearer ${TOKEN}`) return new Response(null, { status: 401 });
    const { pathname } = new URL(request.url);
    if (pathname === "/v1/bots") {
      const order = botOrder.parse(await request.json());
      orders.push(order);
      return Response.json(reportOf(order), { status: 201 });
    }
    const [, botId, stop] = STATE_PATH.exec(pathname) ?? [];
    const order = orders.findLast((each) => each.botId === botId);
    if (!order) return new Response(null, { status: 404 });
    return stop === undefined ? Response.json(reportOf(order)) : new Response(null, { status: 202 });
  });
  return {
    env: { RECORDER_ENGINE: "acta", RECORDER_URL: server.origin, RECORDER_TOKEN: TOKEN },
    orders,
    stop: () => server.stop(),
  };
}
type Recorder = Awaited<ReturnType<typeof startRecorder>>;

function reportOf({ botId, attempt }: BotOrder) {
  const nothing = { reason: null, spooledPieces: 0, spooledBytes: 0 };
  return { botId, attempt, state: "recording", since: Date.now(), ...nothing };
}

type Caller = { origin: string; cookie: string; recorder: Recorder };

/** `person`: whose calls they are; each of them counts towards the plan. */
export async function meetingsAtCalls(caller: Caller): Promise<CallMeetings> {
  const sound = await soundPieces();
  const hour = 3_600_000;
  const planned = await invite(caller, "Girona pilot, weekly", Date.now() + 26 * hour);
  const connecting = await invite(caller, "Girona pilot, opening");
  await arrived(caller, connecting);
  const lobby = await invite(caller, "Girona pilot, at the door");
  await (await arrived(caller, lobby)).state("waiting");
  const hostAbsent = await invite(caller, "Girona pilot, nobody began it");
  await (await arrived(caller, hostAbsent)).state("host-absent");
  const denied = await invite(caller, "Girona pilot, turned away");
  await (await arrived(caller, denied)).state("left", "denied");
  const unanswered = await invite(caller, "Girona pilot, nobody answered");
  await (await arrived(caller, unanswered)).state("left", "not-admitted");
  const captcha = await invite(caller, "Girona pilot, are you a person");
  await (await arrived(caller, captcha)).state("failed", "captcha");
  const recorded = await invite(caller, "Girona pilot, recorded");
  await record(await arrived(caller, recorded), sound, PEOPLE, true);
  const live = await invite(caller, "Girona pilot, now");
  await record(await arrived(caller, live), sound, PEOPLE, false);
  const liveLong = await invite(caller, LONG_TITLE);
  await record(await arrived(caller, liveLong), sound, LONG_PEOPLE, false);
  const warned = await invite(caller, "Girona pilot, muted");
  const bot = await arrived(caller, warned);
  await record(bot, sound.slice(0, 4), PEOPLE.slice(0, 2), false);
  await bot.say({ type: "warning", warning: "silent" });
  return { planned, connecting, lobby, hostAbsent, live, liveLong, warned, recorded, denied, unanswered, captcha };
}

const LONG_TITLE =
  "Quarterly coordination between the therapists and the administration about the paper diary, the importer and the notes field";
const PEOPLE = ["Núria Vidal", "Jonas Brandt", "Théo Lambert", "Aina Ferrer"];
const LONG_PEOPLE = [
  "María de los Ángeles Fernández-Villaverde y Rodríguez de la Borbolla",
  "therapist_of_the_second_floor_left_hand_side_unbroken@clinic-girona.example",
  ...PEOPLE,
  "Ines Prats",
  "Pol Serra",
  "Marta Coll",
];

let room = 0;

async function invite(caller: Caller, title: string, startsAt = Date.now()): Promise<string> {
  room += 1;
  const answer = await fetch(`${caller.origin}/api/acta/init_call`, {
    method: "POST",
    headers: { Cookie: caller.cookie, Origin: caller.origin, "Content-Type": "application/json" },
    body: JSON.stringify({
      meetingName: title,
      meetingDate: new Date(startsAt).toISOString(),
      clientEmail: "nobody@acta.example",
      clientName: "Nobody",
      meetExtUrl: `https://meet.jit.si/GironaPilot${room}`,
      meetLanguage: "en",
      templateId: null,
      submissionId: `screens-${room}-${Date.now()}`,
      timeZone: "Europe/Madrid",
    }),
  });
  const text = await answer.text();
  const found = /"meetId":"([0-9a-z]{24})"/.exec(text)?.[1];
  if (!answer.ok || found === undefined) throw new Error(`the invitation was answered ${answer.status}: ${text}`);
  return found;
}

const ORDER_MS_MAX = 30_000;

/** The bot of the latest invitation, as soon as Acta has ordered it. */
async function arrived({ recorder }: Caller, meetId: string) {
  const url = `/gironapilot${room}`;
  for (const until = Date.now() + ORDER_MS_MAX; Date.now() < until; ) {
    const order = recorder.orders.find((each) => each.url.endsWith(url));
    if (order) return botOf(order);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`no bot was ordered for ${meetId}`);
}

type Said = BotEvent extends infer One ? (One extends BotEvent ? Omit<One, "seq" | "at"> : never) : never;

/** Sends what a bot would, to the order's own address with its own token. */
function botOf({ sink, attempt }: BotOrder) {
  let seq = 0;
  const send = async (where: string, method: string, body: BodyInit, headers: Record<string, string>) => {
    const authorised = { Authorization: `Bearer ${sink.token}`, ...headers };
    const answer = await fetch(`${sink.url}${where}`, { method, body, headers: authorised });
    if (!answer.ok) throw new Error(`${where} was answered ${answer.status}`);
  };
  const say = (...events: Said[]) => {
    const numbered = events.map((event) => ({ ...event, seq: ++seq, at: Date.now() }));
    const body = JSON.stringify({ attempt, events: numbered });
    return send("/events", "POST", body, { "Content-Type": "application/json" });
  };
  return {
    segment: attempt * 1000,
    say,
    state: (state: BotState, reason: BotReason | null = null) => say({ type: "state", state, reason }),
    put: (segment: number, index: number, bytes: Uint8Array<ArrayBuffer>) =>
      send(`/pieces/mix/${segment}/${index}`, "PUT", bytes, {
        "x-acta-sha256": createHash("sha256").update(bytes).digest("hex"),
      }),
  };
}

/** Two minutes that end now, in which the people speak in turn; `ends`: and the call is over. */
async function record(
  { segment, say, state, put }: ReturnType<typeof botOf>,
  pieces: readonly Uint8Array<ArrayBuffer>[],
  names: readonly string[],
  ends: boolean,
): Promise<void> {
  const lengthMs = pieces.length * PIECE_MS;
  const startedAt = Date.now() - lengthMs;
  const people = names.map((name, index) => ({ id: `p${index}`, name }));
  await state("joining");
  await say({ type: "segment-started", stream: "mix", segment, startedAt, mimeType: "audio/mp4;codecs=opus" });
  await state("recording");
  await say({ type: "people", count: people.length, people });
  for (let index = 0; index * TURN_MS + TURN_MS <= lengthMs; index += 1) {
    const startAt = startedAt + index * TURN_MS;
    const spoken = { startAt, endAt: startAt + TURN_MS - 800 };
    const personId = `p${index % people.length}`;
    await say({ type: "speech", personId, ...spoken, confidence: 1 }, { type: "loud", ...spoken });
  }
  for (const [index, bytes] of pieces.entries()) await put(segment, index, bytes);
  if (!ends) return say();
  await say({ type: "segment-ended", stream: "mix", segment, pieces: pieces.length, endedAt: Date.now() });
  return state("left", "meeting-ended");
}

const PIECE_MS = 5000;
const TURN_MS = 7000;
const SOUND_MS = 120_000;

/** A hum as the recorder's browser would send it: a fragmented MP4 with Opus, cut before each fragment; its header goes with the first. */
async function soundPieces(): Promise<Uint8Array<ArrayBuffer>[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-screens-call-"));
  const file = path.join(folder, "call.mp4");
  const input = ["-f", "lavfi", "-i", "anoisesrc=r=48000:a=0.1", "-t", String(SOUND_MS / 1000)];
  const sound = ["-c:a", "libopus", "-b:a", "16k"];
  const fragments = ["-movflags", "empty_moov+default_base_moof", "-frag_duration", String(PIECE_MS * 1000)];
  await promisify(execFile)("ffmpeg", ["-v", "error", ...input, ...sound, ...fragments, file]);
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  const starts: number[] = [];
  let end = 0;
  while (end + 8 <= bytes.length) {
    const kind = bytes.toString("latin1", end + 4, end + 8);
    if (kind === "moof") starts.push(end);
    if (kind === "mfra") break;
    end += bytes.readUInt32BE(end);
  }
  return starts.map(
    (start, index) => new Uint8Array(bytes.subarray(index === 0 ? 0 : start, starts[index + 1] ?? end)),
  );
}
