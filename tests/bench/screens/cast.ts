import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { longTranscript } from "#tests/bench/meeting-page/long-transcript.ts";
import { LONG_TITLE, TALK_MS, talkHeard, talkTranscript } from "#tests/bench/screens/talk.ts";
import { brokenHistory, filledHome } from "#tests/e2e/seeds.ts";
import { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";
import { serve } from "#tests/fakes/serve.mjs";
import { SpeechStandIn } from "#tests/fakes/speech-protocol.mjs";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";

import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";

export type Session = { name: string; value: string; cookie: string };
type Person = "nora" | "marc" | "lucia" | "claire" | "tomas";

/**
 * Everything that a picture may need: one Acta without a language model (its minutes quote) and one with a model that can be
 * told to fail, people with and without meetings, and a meeting in each state that a recording can bring it into.
 */
export type Cast = {
  quotes: string;
  model: string;
  session(which: "quotes" | "model", person: Person): Session;
  meetings: Record<MeetingName, string>;
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
];
const THREE_HOURS_MS = 3 * 3_600_000;
const SIXTEEN_MINUTES_MS = 16 * 60_000;
/** What the free plan holds: one more, and its page says so. */
const UPLOADS_OF_THE_PLAN = 15;

/** What has been started ends whatever happens: `stop` of the cast, or before this throws. */
export async function castOfAll(say: (line: string) => void): Promise<Cast> {
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (const each of started.splice(0).toReversed()) await each.stop();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stop().then(() => process.exit(1)));
  try {
    return { ...(await gather(say, (each) => (started.push(each), each))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function gather(
  say: (line: string) => void,
  keep: <Each extends { stop(): Promise<void> }>(each: Each) => Each,
): Promise<Omit<Cast, "stop">> {
  const speech = holdableSpeech();
  const tongue = new LanguageStandIn({ pieces: 12 });
  let holdTongue = false;
  const speechServer = keep(await serve((request) => speech.answer(request)));
  const tongueServer = keep(
    await serve(async (request) => {
      if (holdTongue) await never();
      return tongue.answer(request);
    }),
  );
  const hears = { SPEECH_ENGINE: "openai", SPEECH_BASE_URL: speechServer.origin, SPEECH_MODEL: "whisper-1" };
  const quotes = keep(await startActa({ env: hears }));
  const model = keep(
    await startActa({
      env: {
        ...hears,
        LANGUAGE_ENGINE: "openai",
        LANGUAGE_BASE_URL: tongueServer.origin,
        LANGUAGE_MODEL: "small-talker",
      },
    }),
  );
  say("two Actas run");
  const sessions = await signEverybodyIn({ quotes, model });
  const lists = { appOrigin: quotes.origin, stateDir: path.join(quotes.dataDir, "state") };
  await filledHome(lists);
  await brokenHistory(lists);

  const nora = sessions.get("quotes nora")?.cookie ?? "";
  const byTalk = async (acta: ActaProcess, cookie: string, title: string, long = false) =>
    uploadWithTranscript({
      origin: acta.origin,
      cookie,
      title,
      video: await noise(TALK_MS, "anullsrc=r=8000:cl=mono"),
      transcript: talkTranscript({ long }),
    });
  const upload = (title: string, bytes: Uint8Array<ArrayBuffer>, acta = quotes, cookie = nora) =>
    uploadOverHttp({ origin: acta.origin, cookie, title, bytes });

  const minutes = await byTalk(quotes, nora, "Release 1.9 and the Girona pilot");
  const long = await byTalk(quotes, nora, LONG_TITLE, true);
  const edited = await byTalk(quotes, nora, "Clinic website, corrected");
  const threeHours = await uploadWithTranscript({
    origin: quotes.origin,
    cookie: nora,
    title: "Three hours of everything",
    video: await noise(THREE_HOURS_MS, "anullsrc=r=8000:cl=mono"),
    transcript: longTranscript({ cues: 3000, durationMs: THREE_HOURS_MS }),
  });
  const silent = await upload("The recorder was muted", await fixtureBytes("silence.mp4"));
  await ended(quotes.origin, silent, nora, "SKIPPED_SUMMARY");
  speech.be("401", 1);
  const failed = await upload(LONG_TITLE, await fixtureBytes("talk-faststart.mp4"));
  await ended(quotes.origin, failed, nora, "ERROR_TRANSCRIPT");
  const lucia = sessions.get("quotes lucia")?.cookie ?? "";
  for (let number = 1; number <= UPLOADS_OF_THE_PLAN; number++) {
    await upload(`Silence ${number}`, await fixtureBytes("silence.mp4"), quotes, lucia);
  }
  say("meetings that quote are there");

  const other = sessions.get("model nora")?.cookie ?? "";
  const chat = await byTalk(model, other, "Release 1.9 and the Girona pilot");
  tongue.be("401");
  const standIn = await byTalk(model, other, "Minutes that stand in");
  tongue.be("ok");
  holdTongue = true;
  const generating = await upload("The talk of Thursday", await fixtureBytes("talk-captions.mp4"), model, other);
  await ended(model.origin, generating, other, "LLMING");
  holdTongue = false;
  speech.hold(0);
  const waiting = await upload("Heard in a minute", await fixtureBytes("talk.mp4"), model, other);
  await ended(model.origin, waiting, other, "TRANSCRIBING");
  speech.hold(2);
  const hum = await noise(SIXTEEN_MINUTES_MS, "anoisesrc=r=16000:a=0.1");
  const transcribing = await upload("Release 1.9 and the Girona pilot", hum);
  await ended(quotes.origin, transcribing, nora, "TRANSCRIBING");
  say("meetings under way are there");

  const shared = await share(quotes.origin, edited, nora);
  const sharedLong = await share(quotes.origin, long, nora);
  const revoked = await share(quotes.origin, silent, nora);
  await call(quotes.origin, `/api/acta/meetings/${silent}/shares`, nora, "DELETE");
  for (const meetId of [edited, long]) {
    const body = { parts: ["summary", "transcript", "recording"] };
    await call(quotes.origin, `/api/acta/meetings/${meetId}/shares`, nora, "PATCH", body);
  }
  return {
    quotes: quotes.origin,
    model: model.origin,
    session: (which, person) => sessions.get(`${which} ${person}`) ?? { name: "", value: "", cookie: "" },
    meetings: { minutes, long, threeHours, edited, silent, failed, waiting, transcribing, standIn, chat, generating },
    tongue,
    shared,
    sharedLong,
    revoked,
  };
}

/** Answers so many more questions, then holds its breath for as long as the run lasts. */
function holdableSpeech() {
  const engine = new SpeechStandIn({ scripts: Array.from({ length: 12 }, (_, more) => talkHeard(296 + more)) });
  let left = Number.POSITIVE_INFINITY;
  return {
    hold: (answers: number) => (left = answers),
    be: (mode: "401" | "ok", times: number) => engine.be(mode, times),
    async answer(request: Request): Promise<Response> {
      const isQuestion = new URL(request.url).pathname.startsWith("/v1/");
      if (isQuestion && left <= 0) await never();
      if (isQuestion) left -= 1;
      return engine.answer(request);
    },
  };
}

const never = () => new Promise<never>(() => {});

async function signEverybodyIn(actas: Record<"quotes" | "model", ActaProcess>): Promise<Map<string, Session>> {
  const sessions = new Map<string, Session>();
  for (const [which, acta] of Object.entries(actas)) {
    for (const [person, provider] of PEOPLE) {
      sessions.set(`${which} ${person}`, await localSignIn({ appOrigin: acta.origin, person, provider }));
    }
  }
  return sessions;
}

/** Sound of that length as an MP4: silence, or a hum that is loud enough to be listened to. */
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

/** Makes a link and answers with its path. */
async function share(origin: string, meetId: string, cookie: string): Promise<string> {
  const answer = await call(origin, `/api/acta/meetings/${meetId}/shares`, cookie, "POST");
  const found = /\/s\/[\w-]+/.exec(await answer.text());
  if (!found) throw new Error(`${meetId} could not be shared`);
  return found[0];
}

async function call(origin: string, pathname: string, cookie: string, method: string, body?: unknown) {
  const answer = await fetch(`${origin}${pathname}`, {
    method,
    headers: { Cookie: cookie, Origin: origin, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${pathname} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

const WAIT_MS_MAX = 60_000;

/** Waits until the meeting's page is told of that status. */
async function ended(origin: string, meetId: string, cookie: string, status: string): Promise<void> {
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
