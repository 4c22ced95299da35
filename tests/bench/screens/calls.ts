import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { botOf, type startRecorderStandIn } from "#tests/fakes/recorder-http.ts";

/**
 * Meetings of online calls, one in each state that a bot can bring about: a recorder stand-in takes Acta's orders, and the events
 * of its bots are sent to the real routes. Nothing joins a meeting.
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

type Recorder = Awaited<ReturnType<typeof startRecorderStandIn>>;

type Caller = { origin: string; cookie: string; recorder: Recorder };

/** `person`: whose calls they are; each of them counts towards the plan. */
export async function meetingsAtCalls(caller: Caller): Promise<CallMeetings> {
  const sound = await soundPieces();
  const hour = 3_600_000;
  const planned = await invite(caller, "Girona pilot, weekly", Date.now() + 26 * hour);
  const connecting = await invite(caller, "Girona pilot, opening");
  await arrived(caller, connecting);
  const lobby = await invite(caller, "Girona pilot, in the lobby");
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
  for (const [index, bytes] of pieces.entries()) await put("mix", segment, index, bytes);
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
