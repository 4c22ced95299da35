import type { BotReason } from "#app/contracts/recording/recorder.ts";

/** The end of a bot. `failed`: it never recorded, or was lost; `left`: it has left a meeting. */
export type Ending = { state: "left" | "failed"; reason: BotReason };

export type EndingSignal = {
  readonly ending: Ending | null;
  readonly signal: AbortSignal;
  /** Only the first call counts. */
  end(ending: Ending): void;
};

export function endingSignal(): EndingSignal {
  const controller = new AbortController();
  let ending: Ending | null = null;
  return {
    get ending() {
      return ending;
    },
    signal: controller.signal,
    end(next) {
      if (ending) return;
      ending = next;
      controller.abort();
    },
  };
}

/** "Zero-byte or silent capture is noticed within 30 s": a little less, so that the warning arrives in time. */
const NO_SOUND_MS = 25_000;
const CONTRADICTED_MS = 10_000;

/**
 * Whether the capture gets silence although somebody speaks. A quiet minute is none: people who are silent send no
 * packets. So it is either a capture that has heard nothing at all since it began, with people there, or one that is silent
 * while the platform, the packets or the tab's own sound say that somebody speaks.
 */
export function isSilent(heard: {
  now: number;
  captureSince: number;
  /** Last time the mix was above silence; 0 for never. */
  loudAt: number;
  /** Last time somebody else said that there was speech; 0 for never. */
  toldAt: number;
  others: boolean;
}): boolean {
  const { now, captureSince, loudAt, toldAt } = heard;
  if (heard.others && loudAt < captureSince && now - captureSince >= NO_SOUND_MS) return true;
  const since = Math.max(loudAt, captureSince);
  return toldAt - since >= CONTRADICTED_MS && now - toldAt < CONTRADICTED_MS;
}

/** Limit of silence, without a sign that anybody is there, after which a recording ends. */
const QUIET_MS = 900_000;
/** Meetings begin late: before this age silence does not count. */
const ARMED_MS = 1_200_000;

/** `waitMs`: time for which the bot waits for the first person; 0 once somebody has come. */
type Heard = { now: number; admittedAt: number; loudAt: number; waitMs: number };

const isYoung = ({ now, admittedAt, waitMs }: Heard): boolean => now - admittedAt < Math.max(ARMED_MS, waitMs);

/**
 * Whether a recording ends because of silence. A room with known people in it is never left for it: a long break, a time to read, an exam
 * go on. The rule is for a page that stopped showing who is there, so that an empty room is not recorded for hours.
 */
export function judgeQuiet(heard: Heard & { peopleAt: number }): boolean {
  const { now, admittedAt, loudAt, peopleAt } = heard;
  if (isYoung(heard)) return false;
  return now - Math.max(loudAt, peopleAt, admittedAt) >= QUIET_MS;
}

/** Limit of silence with nobody in the room who ever spoke. */
const SPEAKERS_GONE_MS = 600_000;

/**
 * Whether everybody who spoke has left, and what is left is silent: other programs that no list of names knows, or a page that somebody forgot.
 * `spokenAt`: last time at which somebody who had spoken was there, or at which that was not known.
 */
export function judgeSpeakersGone(heard: Heard & { spokenAt: number }): boolean {
  const { now, admittedAt, loudAt, spokenAt } = heard;
  if (isYoung(heard)) return false;
  return now - Math.max(loudAt, spokenAt, admittedAt) >= SPEAKERS_GONE_MS;
}

/**
 * Whether somebody who has spoken is in the room, or may be: a page may not mark speakers, or not list everybody. Where nothing was ever
 * audible (`loudAt` 0), nobody has spoken.
 */
export function mayHoldSpeaker(
  roster: { count: number | null; people: readonly { id: string }[] } | null,
  spoke: ReadonlySet<string>,
  loudAt: number,
): boolean {
  if (roster === null || (roster.count ?? 0) > roster.people.length) return true;
  if (spoke.size === 0) return loudAt > 0;
  return roster.people.some(({ id }) => spoke.has(id));
}
