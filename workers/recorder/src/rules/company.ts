import type { BotLimits } from "#app/contracts/recording/recorder.ts";

/** Somebody who was audible this recently is there, whatever the page's list says. */
const SPEECH_MS = 5_000;
/** The time between two looks farther apart than this does not count: the process slept and saw nothing. */
const LOOK_GAP_MS_MAX = 15_000;

/** The people there, according to the page: null when it does not say now, which means unknown and never nobody. */
export type Seen = { count: number | null; people: { bot: boolean }[] } | null;

/**
 * Times for which the looks have shown nobody, or only bots. They are added up from look to look, so that unseen time does not count: while
 * the list is missing, or the process sleeps, the clocks stand still.
 */
export type Company = {
  /** Somebody other than a bot was seen or audible since the bot joined. */
  met: boolean;
  aloneMs: number;
  onlyBotsMs: number;
  lookedAt: number;
  /** Result of the last look; the time between two looks counts only when both have the same result. */
  last: "people" | "only-bots" | "nobody" | "unknown";
};

export function noCompany(admittedAt: number): Company {
  return { met: false, aloneMs: 0, onlyBotsMs: 0, lookedAt: admittedAt, last: "unknown" };
}

/** @param loudAt last time of sound above the gate, whoever made it; 0 for never. The gate is the transcript's own. */
export function look(company: Company, seen: Seen, loudAt: number, now: number): Company {
  const shown = what(seen, loudAt > 0 && now - loudAt < SPEECH_MS);
  const gap = now - company.lookedAt;
  const step = shown === company.last && gap >= 0 && gap <= LOOK_GAP_MS_MAX ? gap : 0;
  const next = { ...company, lookedAt: now, last: shown };
  switch (shown) {
    case "people":
      return { ...next, met: true, aloneMs: 0, onlyBotsMs: 0 };
    case "only-bots":
      return { ...next, aloneMs: company.met ? 0 : company.aloneMs, onlyBotsMs: company.onlyBotsMs + step };
    case "nobody":
      return { ...next, aloneMs: company.aloneMs + step, onlyBotsMs: company.met ? 0 : company.onlyBotsMs };
    case "unknown":
      return next;
  }
}

function what(seen: Seen, speaks: boolean): Company["last"] {
  if (speaks) return "people";
  if (!seen) return "unknown";
  const bots = seen.people.filter((person) => person.bot).length;
  const count = Math.max(seen.count ?? 0, seen.people.length);
  if (count > bots) return "people";
  if (count > 0) return "only-bots";
  // An empty list without a number: tiles are hidden while something is shared.
  return seen.count === null ? "unknown" : "nobody";
}

export type AloneEnd = "left-alone" | "nobody-came" | "only-bots";

/**
 * Whether nobody is left to record. Never while somebody speaks: that look has reset the clocks. Before the first person comes, other bots
 * wait as this one does: none of them ends the waiting.
 */
export function judgeCompany(company: Company, limits: BotLimits): AloneEnd | null {
  const { last, met, aloneMs, onlyBotsMs } = company;
  if (last !== "only-bots" && last !== "nobody") return null;
  if (!met) return aloneMs + onlyBotsMs >= limits.nobodyMs ? "nobody-came" : null;
  if (last === "only-bots") return onlyBotsMs >= limits.onlyBotsMs ? "only-bots" : null;
  return aloneMs >= limits.aloneMs ? "left-alone" : null;
}
