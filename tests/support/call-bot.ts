import { env, exports } from "cloudflare:workers";
import type { BotEvent, BotOrder } from "#app/contracts/recording/recorder.ts";
import { type MeetId, newMeetId } from "#app/domain/ids.ts";
import type { PublishedCallEvent } from "#app/domain/meeting/call.ts";
import type { CallAsk } from "#app/server/ports/call-process.ts";
import { toHex } from "#app/server/tokens/sink-token.ts";
import { CALL_SEGMENTS, callPiece, type CallPieceName } from "#tests/support/call-fixture.ts";
import { MeetingObject } from "#workers/meeting/meeting-object.ts";

/** For worker tests of calls: meetings that listen, and a bot that speaks to the real routes. */

export function listenToCalls() {
  const heard = new Map<string, PublishedCallEvent[]>();
  /** By meeting: answers to the next events of it, before it takes all. */
  const answers = new Map<string, ("taken" | "gone" | "not-yet" | "unreachable")[]>();
  const prototype = MeetingObject.prototype as unknown as {
    onCallEvent: (published: PublishedCallEvent) => Promise<string>;
  };
  const before = prototype.onCallEvent;
  prototype.onCallEvent = async function onCallEvent(this: { ctx: DurableObjectState }, published: PublishedCallEvent) {
    const id = this.ctx.id.toString();
    const answer = answers.get(id)?.shift() ?? "taken";
    if (answer === "unreachable") throw new Error("the meeting was restarted");
    if (answer === "taken") heard.set(id, [...(heard.get(id) ?? []), published]);
    return answer;
  };
  return {
    answer: (meetId: MeetId, ...next: ("taken" | "gone" | "not-yet" | "unreachable")[]) => {
      answers.set(env.MEETINGS.idFromName(meetId).toString(), next);
    },
    of: (meetId: MeetId): PublishedCallEvent[] => heard.get(env.MEETINGS.idFromName(meetId).toString()) ?? [],
    types: (meetId: MeetId): string[] =>
      (heard.get(env.MEETINGS.idFromName(meetId).toString()) ?? []).map(({ type }) => type),
    end() {
      prototype.onCallEvent = before;
    },
  };
}
export type CallEars = ReturnType<typeof listenToCalls>;

let rooms = 0;
export function newRoom(): string {
  rooms += 1;
  return `room-${rooms}-${Date.now()}`;
}

export function askOf(roomKey: string, input: Partial<CallAsk> = {}): CallAsk {
  return {
    meetId: newMeetId(),
    ownerUserId: "nora",
    ownerFirstName: "Nora",
    asker: null,
    language: "en",
    startsAt: Date.now(),
    url: `https://meet.jit.si/${roomKey}`,
    platform: "jitsi",
    roomKey,
    ...input,
  };
}

export const roomOf = (ask: Pick<CallAsk, "platform" | "roomKey">) =>
  env.CALLS.get(env.CALLS.idFromName(`${ask.platform}:${ask.roomKey}`));

type Event = BotEvent extends infer One ? (One extends BotEvent ? Omit<One, "seq" | "at"> : never) : never;

/** Sends events and pieces as a bot does, with the order's own address and token. */
export function botOf({ sink, attempt }: BotOrder) {
  let seq = 0;
  const headers = { Authorization: `Bearer ${sink.token}` };
  const send = (path: string, init: RequestInit) =>
    exports.default.fetch(`${sink.url}${path}`, {
      ...init,
      headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) },
    });
  const put = async (name: CallPieceName, bytes: Uint8Array<ArrayBuffer>, sha256?: string): Promise<number> => {
    const digest = sha256 ?? toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
    const path = `/pieces/${name.stream}/${name.segment}/${name.seq}`;
    return (await send(path, { method: "PUT", body: bytes, headers: { "x-acta-sha256": digest } })).status;
  };
  return {
    send,
    put,
    piece: async (name: CallPieceName) => put(name, await callPiece(name)),
    async say(...events: Event[]): Promise<{ seq: number; stop: boolean } | null> {
      const numbered = events.map((event) => ({ ...event, seq: ++seq, at: Date.now() }));
      return this.sendEvents(numbered);
    },
    async sendEvents(events: unknown[]): Promise<{ seq: number; stop: boolean } | null> {
      const body = JSON.stringify({ attempt, events });
      const answer = await send("/events", { method: "POST", body, headers: { "Content-Type": "application/json" } });
      if (answer.status === 410) return null;
      return answer.json();
    },
    /** Begins one of the recorded segments; its clock is the one it was recorded by. */
    async begin(stream: "mix" | "tab", segment: number): Promise<void> {
      const { startedAt, mimeType } = segmentOf(stream, segment);
      await this.say({ type: "segment-started", stream, segment, startedAt, mimeType });
    },
    async end(stream: "mix" | "tab", segment: number): Promise<void> {
      const { startedAt, pieces } = segmentOf(stream, segment);
      await this.say({ type: "segment-ended", stream, segment, pieces, endedAt: startedAt + 5000 });
    },
    /** All pieces of a segment in the order of `seqs`. */
    async pieces(stream: "mix" | "tab", segment: number, seqs = [0, 1, 2, 3, 4, 5]): Promise<number[]> {
      const statuses: number[] = [];
      for (const one of seqs) statuses.push(await this.piece({ stream, segment, seq: one }));
      return statuses;
    },
  };
}

function segmentOf(stream: string, segment: number) {
  const found = CALL_SEGMENTS.find((one) => one.stream === stream && one.segment === segment);
  if (!found) throw new Error(`no segment ${stream} ${segment}`);
  return found;
}
