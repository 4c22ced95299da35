import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { BotEvent, BotLimits, BotOrder } from "#app/contracts/recording/recorder.ts";
import type { CallIngest } from "#tests/fakes/call-ingest.ts";
import { type Janus, startJanus } from "./janus.ts";
import { childrenOf, type RecorderProcess, startRecorder } from "./recorder.ts";
import { openSpeakers, type Speakers } from "./speakers.ts";
import { type Sentence, speakSentences } from "./voices.ts";
import { eventually } from "./waits.ts";

/** A real meeting server, people who speak, and the recorder: shared by the tests of a file, one room a test. */
export type Stage = {
  janus: Janus;
  recorder: RecorderProcess;
  speakers: Speakers;
  sentences: Sentence[];
  room(): Promise<number>;
  /** Sends a bot into the room and waits until it records. */
  send(ingest: CallIngest, room: number, order?: OrderChanges): Promise<string>;
  order(ingest: CallIngest, room: number, order?: OrderChanges): BotOrder;
  close(): Promise<void>;
};

export type OrderChanges = Partial<Omit<BotOrder, "limits">> & { limits?: Partial<BotLimits> };

const LIMITS: BotLimits = {
  lobbyMs: 60_000,
  hostAbsentMs: 60_000,
  nobodyMs: 180_000,
  aloneMs: 60_000,
  onlyBotsMs: 60_000,
  maximumMs: 600_000,
  warnBeforeMs: 60_000,
};

export async function openStage(media = { from: 21_000, to: 21_300 }): Promise<Stage> {
  const sentences = speakSentences();
  const [janus, speakers] = await Promise.all([startJanus(media), openSpeakers(sentences)]);
  const recorder = await startRecorder({ localOrigin: janus.origin });
  let lastRoom = 100;
  const order: Stage["order"] = (ingest, room, { limits, ...changes } = {}) => ({
    botId: randomBytes(12).toString("hex"),
    attempt: 1,
    platform: "local",
    url: janus.meetingUrl(room),
    name: "Acta · notes for Nora",
    announcement: "",
    limits: { ...LIMITS, ...limits },
    video: false,
    sink: ingest.sink,
    ...changes,
  });
  return {
    janus,
    recorder,
    speakers,
    sentences,
    order,
    async room() {
      lastRoom += 1;
      const room = lastRoom;
      await janus.createRoom(room);
      return room;
    },
    async send(ingest, room, changes) {
      const sent = order(ingest, room, changes);
      await recorder.start(sent);
      const records = () => {
        const events = ingest.events(sent.attempt);
        const over = stateOf(events, "failed") ?? stateOf(events, "left");
        if (over) throw new Error(`the bot does not record: ${over.state}, ${over.reason}`);
        return stateOf(events, "recording");
      };
      await eventually(records, "the bot records");
      return sent.botId;
    },
    async close() {
      await recorder.close();
      await Promise.all([speakers.close(), janus.close()]);
    },
  };
}

export type StateEvent = Extract<BotEvent, { type: "state" }>;

export function stateOf(events: BotEvent[], state: StateEvent["state"]): StateEvent | undefined {
  return events.find((event): event is StateEvent => event.type === "state" && event.state === state);
}

/** Waits for the end of the bot, and returns its "left" or "failed" event. */
export function ended(ingest: CallIngest, attempt = 1): Promise<StateEvent> {
  const look = () => {
    const events = ingest.events(attempt);
    return stateOf(events, "left") ?? stateOf(events, "failed");
  };
  return eventually(look, "the bot has ended");
}

/** Ids of all processes below a process. */
export function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Command line of a process; empty when it has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

/** Time that people need to say something. */
export async function talk(seconds: number): Promise<void> {
  await wait(seconds * 1000);
}
