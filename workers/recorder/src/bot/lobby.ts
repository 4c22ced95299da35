import type { BotLimits, BotState, PageState } from "#app/contracts/recording/recorder.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { BotPlatform } from "#app/domain/meeting/call.ts";
import { within } from "../capture/capture-meeting.ts";
import type { MeetingSession } from "../platforms/platform-adapter.ts";
import { pause } from "../spool/sink.ts";
import type { AskAgain } from "./come-in.ts";
import type { Ending, EndingSignal } from "./ending.ts";

/** Google ends the wait itself after about ten minutes: a longer limit would only wait before a dead page. */
const MEET_LOBBY_MS_MAX = 600_000;
const REOPEN_MS = 15_000;

/** Time that the bot waits for admission, in ms. */
export function lobbyBudgetMs(platform: BotPlatform, limits: Pick<BotLimits, "lobbyMs">): number {
  switch (platform) {
    case "meet":
      return Math.min(limits.lobbyMs, MEET_LOBBY_MS_MAX);
    case "teams":
    case "zoom":
    case "jitsi":
    case "local":
      return limits.lobbyMs;
    default:
      return assertNever(platform);
  }
}

/** Whether to open the address again: the host has not come, and this page does not notice when they do. */
export function shouldReopen(state: PageState, stays: boolean, openedAt: number, now: number): boolean {
  return state === "host-absent" && stays && now - openedAt >= REOPEN_MS;
}

const LOOK_MS = 500;
/** Limit for a page without any known text, or one that does not get past its own lobby. */
const STRANGE_MS_MAX = 90_000;
/** Pages change bit by bit: a state counts when it is read twice in a row. */
const EQUAL_READS = 2;

export type LobbyBotState = Extract<BotState, "joining" | "waiting" | "host-absent">;

/** The ending that a page in the lobby means; null while it is not the end. `removed` there means that a person refused the bot. */
export function lobbyEnding(state: PageState): Ending | null {
  switch (state) {
    case "denied":
    case "removed":
      return { state: "failed", reason: "denied" };
    case "nobody-answered":
    case "ended":
      return { state: "failed", reason: "not-admitted" };
    case "blocked":
    case "sign-in-required":
    case "captcha":
    case "bot-wall":
    case "bad-link":
    case "browser-join-off":
      return { state: "failed", reason: state };
    case "pre-join":
    case "waiting":
    case "host-absent":
    case "admitted":
    case "unknown":
      return null;
    default:
      return assertNever(state);
  }
}

/** Compares how long each state of the lobby has lasted with the limits of the order. */
export function lobbyPatience(
  since: { entered: number; waiting: number | null; hostAbsent: number | null; strange: number | null },
  limits: BotLimits,
  now: number,
  strangeMsMax = STRANGE_MS_MAX,
): Ending | null {
  if (since.hostAbsent !== null && now - since.hostAbsent >= limits.hostAbsentMs) {
    return { state: "failed", reason: "host-absent" };
  }
  if (since.waiting !== null && now - since.waiting >= limits.lobbyMs) {
    return { state: "failed", reason: "not-admitted" };
  }
  if (since.strange !== null && now - since.strange >= strangeMsMax) return { state: "failed", reason: "join-failed" };
  // Switching between states does not keep the lobby open for ever.
  const longest = limits.lobbyMs + limits.hostAbsentMs + strangeMsMax;
  return now - since.entered >= longest ? { state: "failed", reason: "join-failed" } : null;
}

/** Uses the page's own button, so that the request that nobody saw is withdrawn and a new one comes. */
async function requestAdmissionAgain(session: MeetingSession): Promise<void> {
  await within(session.leave(), 3_000).catch(() => false);
  await within(session.open(), 20_000).catch(() => {});
}

/** Requests admission and waits until the page lets the bot in, or shows that it will not. */
export async function waitInLobby(deps: {
  session: MeetingSession;
  limits: BotLimits;
  over: EndingSignal;
  now: () => number;
  tell: (state: LobbyBotState) => void;
  crashed: () => boolean;
  /** The page says that the host is absent and does not notice when they come: its address is opened again. */
  staysHostAbsent?: boolean;
  strangeMsMax?: number;
  askAgain?: AskAgain;
}): Promise<"admitted" | Ending> {
  const { session, limits, over, now } = deps;
  const fresh = () => ({ entered: now(), waiting: null, hostAbsent: null, strange: null });
  let since: Parameters<typeof lobbyPatience>[0] = fresh();
  let last: PageState | null = null;
  let reads = 0;
  let openedAt = now();
  for (;;) {
    if (over.ending) return over.ending;
    if (deps.crashed()) return { state: "failed", reason: "join-failed" };
    const state = await within(session.state()).catch((): PageState => "unknown");
    reads = state === last ? reads + 1 : 1;
    last = state;
    if (deps.askAgain?.isDue(state, since.waiting, now())) {
      deps.tell("joining");
      await requestAdmissionAgain(session);
      since = fresh();
      openedAt = now();
      [last, reads] = [null, 0];
      continue;
    }
    if (reads >= EQUAL_READS) {
      if (state === "admitted") return "admitted";
      const ending = lobbyEnding(state);
      if (ending) return ending;
    }
    if (state === "waiting") deps.tell("waiting");
    if (state === "host-absent") deps.tell("host-absent");
    if (shouldReopen(state, deps.staysHostAbsent ?? false, openedAt, now())) {
      await within(session.open(), 20_000).catch(() => {});
      openedAt = now();
    }
    if (state === "pre-join") await within(session.knock(), 20_000).catch(() => {});
    since.waiting = state === "waiting" ? (since.waiting ?? now()) : since.waiting;
    // After it is opened again, the state is unknown for a moment; only another known state means that the host has come.
    if (state === "host-absent") since.hostAbsent ??= now();
    else if (state === "waiting") since.hostAbsent = null;
    since.strange = state === "unknown" || state === "pre-join" ? (since.strange ?? now()) : null;
    const ending = lobbyPatience(since, limits, now(), deps.strangeMsMax);
    if (ending) return ending;
    await pause(LOOK_MS, over.signal);
  }
}
