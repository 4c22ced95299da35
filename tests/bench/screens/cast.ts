import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { meetingExport } from "#app/contracts/meeting/meeting-export.ts";
import { uploadPartsAnswer, uploadStarted } from "#app/contracts/recording/upload-answers.ts";
import { UPLOAD_PART_BYTES } from "#app/domain/limits/uploads.ts";
import { longTranscript } from "#tests/bench/meeting-page/long-transcript.ts";
import { type CallMeetings, meetingsAtCalls } from "#tests/bench/screens/calls.ts";
import { LONG_TITLE, TALK_MS, talkRecognised, talkTranscript } from "#tests/bench/screens/talk.ts";
import { anotherTeam, brokenHistory, filledHome } from "#tests/e2e/seeds.ts";
import { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";
import { startRecorderStandIn } from "#tests/fakes/recorder-http.ts";
import { serve } from "#tests/fakes/serve.mjs";
import { SpeechStandIn } from "#tests/fakes/speech-protocol.mjs";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { closeLists } from "#tests/support/seed-meetings.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";

export type Session = { name: string; value: string; cookie: string };
type Person = "nora" | "marc" | "lucia" | "claire" | "tomas" | "ines" | "oriol" | "clara" | "biel";

/**
 * Everything that a picture may need: one Acta without a language model (its minutes quote) and one with a model that can be
 * set to fail, people with and without meetings, and a meeting in each state that a recording can bring it into.
 */
export type Cast = {
  quotes: string;
  model: string;
  session(which: "quotes" | "model", person: Person): Session;
  meetings: Record<MeetingName, string>;
  /** Meetings of online calls, in the instance whose minutes quote; they belong to ines. */
  calls: CallMeetings;
  /** The language model of `model`. */
  tongue: LanguageStandIn;
  /** The address of a shared meeting, and of one whose link was revoked. */
  shared: string;
  sharedLong: string;
  revoked: string;
  stop(): Promise<void>;
};

export const MEETINGS = [
  "minutes",
  "long",
  "threeHours",
  "edited",
  "silent",
  "failed",
  "waiting",
  "transcribing",
  "standIn",
  "chat",
  "generating",
] as const;
type MeetingName = (typeof MEETINGS)[number];

const PEOPLE: readonly [Person, "google" | "microsoft"][] = [
  ["nora", "google"],
  ["marc", "google"],
  ["lucia", "google"],
  ["claire", "microsoft"],
  ["tomas", "microsoft"],
  ["ines", "google"],
  ["oriol", "google"],
  ["clara", "google"],
  ["biel", "google"],
];
const THREE_HOURS_MS = 3 * 3_600_000;
const SIXTEEN_MINUTES_MS = 16 * 60_000;
/** Uploads that the free plan includes; after them its page shows that the limit is reached. */
const UPLOADS_OF_THE_PLAN = 15;

/** Every process that was started is stopped in any case: by `stop` of the cast, or before this throws. */
export async function castOfAll(say: (line: string) => void): Promise<Cast> {
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (const each of started.splice(0).toReversed()) await each.stop();
    await closeLists();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stop().then(() => process.exit(1)));
  try {
    return { ...(await gather(say, (each) => (started.push(each), each))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Keep = <Each extends { stop(): Promise<void> }>(each: Each) => Each;
type Engines = {
  recorder: Awaited<ReturnType<typeof startRecorderStandIn>>;
  speech: ReturnType<typeof holdableSpeech>;
  tongue: LanguageStandIn;
  holdTongue: (is: boolean) => void;
};
type House = { acta: ActaProcess; cookie: string };

async function gather(say: (line: string) => void, keep: Keep): Promise<Omit<Cast, "stop">> {
  const { quotes, model, ...engines } = await startHouses(keep);
  say("two Actas run");
  const sessions = await signEverybodyIn({ quotes, model });
  const lists = { appOrigin: quotes.origin, stateDir: path.join(quotes.dataDir, "state") };
  await filledHome(lists);
  await brokenHistory(lists);
  await anotherTeam(lists);
  const cookieOf = (who: string) => sessions.get(who)?.cookie ?? "";
  const noras: House = { acta: quotes, cookie: cookieOf("quotes nora") };
  const quoting = await meetingsThatQuote(noras, engines);
  const lucias: House = { acta: quotes, cookie: cookieOf("quotes lucia") };
  const silence = await fixtureBytes("silence.mp4");
  await Promise.all(
    Array.from({ length: UPLOADS_OF_THE_PLAN }, (_, index) => upload(lucias, `Silence ${index + 1}`, silence)),
  );
  say("meetings that quote are there");
  await unfinishedUploads({ acta: quotes, cookie: cookieOf("quotes oriol") });
  const { recorder } = engines;
  const calls = await meetingsAtCalls({ origin: quotes.origin, cookie: cookieOf("quotes ines"), recorder });
  say("calls are under way");
  const modelled = await meetingsOfAModel({ acta: model, cookie: cookieOf("model nora") }, engines);
  engines.speech.hold(2);
  const hum = await noise(SIXTEEN_MINUTES_MS, "anoisesrc=r=16000:a=0.1");
  const transcribing = await upload(noras, "Release 1.9 and the Girona pilot", hum);
  await ended(noras, transcribing, "TRANSCRIBING");
  say("meetings under way are there");
  return {
    quotes: quotes.origin,
    model: model.origin,
    session: (which, person) => sessions.get(`${which} ${person}`) ?? { name: "", value: "", cookie: "" },
    meetings: { ...quoting, ...modelled, transcribing },
    calls,
    tongue: engines.tongue,
    shared: await share(noras, quoting.edited, true),
    sharedLong: await share(noras, quoting.long, true),
    revoked: await share(noras, quoting.silent, false),
  };
}

/** One Acta without a language model and one with, over the same stand-ins. */
async function startHouses(keep: Keep): Promise<Engines & { quotes: ActaProcess; model: ActaProcess }> {
  const speech = holdableSpeech();
  const tongue = new LanguageStandIn({ pieces: 12 });
  let held = false;
  const speechServer = keep(await serve((request) => speech.answer(request)));
  const tongueServer = keep(
    await serve(async (request) => {
      if (held) await never();
      return tongue.answer(request);
    }),
  );
  const speechEngine = { SPEECH_ENGINE: "openai", SPEECH_BASE_URL: speechServer.origin, SPEECH_MODEL: "whisper-1" };
  const writes = {
    LANGUAGE_ENGINE: "openai",
    LANGUAGE_BASE_URL: tongueServer.origin,
    LANGUAGE_MODEL: "small-talker",
  };
  const recorder = keep(await startRecorderStandIn());
  const [quotes, model] = await Promise.all([
    startActa({ env: { ...speechEngine, ...recorder.env } }).then(keep),
    startActa({ env: { ...speechEngine, ...writes } }).then(keep),
  ]);
  return { speech, recorder, tongue, holdTongue: (is) => (held = is), quotes, model };
}

async function meetingsThatQuote(house: House, { speech }: Engines) {
  const minutes = await talk(house, "Release 1.9 and the Girona pilot");
  const long = await talk(house, LONG_TITLE, true);
  const edited = await talk(house, "Clinic website, corrected");
  await correct(house, edited);
  const threeHours = await uploadWithTranscript({
    origin: house.acta.origin,
    cookie: house.cookie,
    title: "Three hours of everything",
    video: await noise(THREE_HOURS_MS, "anullsrc=r=8000:cl=mono"),
    transcript: longTranscript({ cues: 3000, durationMs: THREE_HOURS_MS }),
  });
  const silent = await upload(house, "The recorder was muted", await fixtureBytes("silence.mp4"));
  await ended(house, silent, "SKIPPED_SUMMARY");
  speech.be("401", 1);
  const failed = await upload(house, LONG_TITLE, await fixtureBytes("talk-faststart.mp4"));
  await ended(house, failed, "ERROR_TRANSCRIPT");
  return { minutes, long, edited, threeHours, silent, failed };
}

async function meetingsOfAModel(house: House, { speech, tongue, holdTongue }: Engines) {
  const chat = await talk(house, "Release 1.9 and the Girona pilot");
  tongue.be("401");
  const standIn = await talk(house, "Minutes that stand in");
  tongue.be("ok");
  holdTongue(true);
  const generating = await upload(house, "The talk of Thursday", await fixtureBytes("talk-captions.mp4"));
  await ended(house, generating, "LLMING");
  holdTongue(false);
  speech.hold(0);
  const waiting = await upload(house, "Heard in a minute", await fixtureBytes("talk.mp4"));
  await ended(house, waiting, "TRANSCRIBING");
  return { chat, standIn, generating, waiting };
}

/** Two large recordings of which a part is stored. */
async function unfinishedUploads(house: House): Promise<void> {
  const part = new Uint8Array(UPLOAD_PART_BYTES);
  const sha256 = createHash("sha256").update(part).digest("base64");
  for (const [index, title] of ["Release 1.9 and the Girona pilot", LONG_TITLE].entries()) {
    const file = { fileName: `girona_${index}.mp4`, fileModifiedAt: Date.now(), fileDigest: String(index).repeat(64) };
    const started = await call(house, "/api/acta/upload", "POST", {
      meetingName: title,
      meetingDate: Date.now(),
      clientEmail: "nobody@acta.example",
      clientName: "Nobody",
      meetExtUrl: "mp4",
      meetLanguage: "en",
      templateId: null,
      fileSize: 5 * UPLOAD_PART_BYTES,
      parts: file,
    });
    const { meetId } = uploadStarted.parse(await started.json());
    for (let number = 1; number <= 2 - index; number++) {
      const asked = await call(house, "/api/acta/upload_parts", "POST", { meetId, wanted: [{ number, sha256 }] });
      const [place] = uploadPartsAnswer.parse(await asked.json()).places;
      const put = await fetch(place?.url ?? "", { method: "PUT", headers: place?.headers ?? {}, body: part });
      const etag = put.headers.get("ETag") ?? "";
      await call(house, "/api/acta/upload_parts", "POST", { meetId, landed: [{ number, etag }] });
    }
  }
}

async function talk({ acta, cookie }: House, title: string, long = false): Promise<string> {
  const video = await noise(TALK_MS, "anullsrc=r=8000:cl=mono");
  return uploadWithTranscript({ origin: acta.origin, cookie, title, video, transcript: talkTranscript({ long }) });
}

const upload = ({ acta, cookie }: House, title: string, bytes: Uint8Array<ArrayBuffer>) =>
  uploadOverHttp({ origin: acta.origin, cookie, title, bytes });

/** Corrects words that a line of the minutes is based on, so that the line shows that these words have changed. */
async function correct(house: House, meetId: string): Promise<void> {
  const answer = await call(house, `/api/acta/meetings/${meetId}/export/json`, "GET");
  const { summary, transcript } = meetingExport.parse(await answer.json());
  const cited = /"segmentIds":\["([^"]+)"/u.exec(JSON.stringify(summary?.fields))?.[1];
  const segment = transcript.find(({ id }) => id === cited);
  if (!segment) throw new Error("no line of the minutes cites a segment");
  const body = { saveId: "screens-correct", before: segment.text, text: `${segment.text} That is certain.` };
  await call(house, `/api/acta/meetings/${meetId}/segments/${segment.id}`, "POST", body);
}

/** A smaller window belongs to a call and is always answered: calls go on while recordings are held. */
const CALL_WINDOW_BYTES_MAX = 100_000;

/** After `hold(n)` it answers n more questions, and none after them until the end of the run. */
function holdableSpeech() {
  const engine = new SpeechStandIn({ scripts: Array.from({ length: 12 }, (_, more) => talkRecognised(296 + more)) });
  let left = Number.POSITIVE_INFINITY;
  return {
    hold: (answers: number) => (left = answers),
    be: (mode: "401" | "ok", times: number) => engine.be(mode, times),
    async answer(request: Request): Promise<Response> {
      const isCall = Number(request.headers.get("Content-Length") ?? 0) < CALL_WINDOW_BYTES_MAX;
      const isQuestion = new URL(request.url).pathname.startsWith("/v1/") && !isCall;
      if (isQuestion && left <= 0) await never();
      if (isQuestion) left -= 1;
      return engine.answer(request);
    },
  };
}

const never = () => new Promise<never>(() => {});

async function signEverybodyIn(actas: Record<"quotes" | "model", ActaProcess>): Promise<Map<string, Session>> {
  const sessions = new Map<string, Session>();
  await Promise.all(
    Object.entries(actas).flatMap(([which, acta]) =>
      PEOPLE.map(async ([person, provider]) => {
        sessions.set(`${which} ${person}`, await localSignIn({ appOrigin: acta.origin, person, provider }));
      }),
    ),
  );
  return sessions;
}

/** Sound of that length as an MP4: silence, or a hum that is loud enough to be transcribed. */
async function noise(durationMs: number, source: string): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-screens-"));
  const file = path.join(folder, "sound.mp4");
  const input = ["-f", "lavfi", "-i", source, "-t", String(durationMs / 1000)];
  const rate = source.startsWith("anullsrc") ? "8k" : "32k";
  await promisify(execFile)("ffmpeg", ["-v", "error", ...input, "-c:a", "aac", "-b:a", rate, file]);
  const bytes = new Uint8Array(await readFile(file));
  await rm(folder, { recursive: true });
  return bytes;
}

/** Makes a link that shows everything and returns its path; without `stays`, the link is revoked at once. */
async function share(house: House, meetId: string, stays: boolean): Promise<string> {
  const address = `/api/acta/meetings/${meetId}/shares`;
  const answer = await call(house, address, "POST");
  const found = /\/s\/[\w-]+/.exec(await answer.text());
  if (!found) throw new Error(`${meetId} could not be shared`);
  await (stays
    ? call(house, address, "PATCH", { parts: ["summary", "transcript", "recording"] })
    : call(house, address, "DELETE"));
  return found[0];
}

async function call({ acta: { origin }, cookie }: House, pathname: string, method: string, body?: unknown) {
  const answer = await fetch(`${origin}${pathname}`, {
    method,
    headers: { Cookie: cookie, Origin: origin, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${pathname} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

const WAIT_MS_MAX = 120_000;

/** Waits until the meeting's page receives that status. */
async function ended({ acta: { origin }, cookie }: House, meetId: string, status: string): Promise<void> {
  for (const until = Date.now() + WAIT_MS_MAX; Date.now() < until; ) {
    const page = await fetch(`${origin}/${meetId}.data`, { headers: { Cookie: cookie } });
    if ((await page.text()).includes(`"${status}"`)) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`${meetId} never was ${status}`);
}

async function fixtureBytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url))));
}
