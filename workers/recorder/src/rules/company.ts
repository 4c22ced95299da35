import type { BotLimits } from "#app/contracts/recorder.ts";

/** Whoever was heard so lately is there, whatever the page's list says. */
const SPEECH_MS = 5_000;
/** Two looks that are farther apart than this were not looks at all in between: a process that slept has seen nothing. */
const LOOK_GAP_MS_MAX = 15_000;

/** Who is there, as the page says: null where it does not say now, which is unknown and never nobody. */
export type Seen = { count: number | null; people: { bot: boolean }[] } | null;

/**
 * For how long the looks have shown nobody, or only bots. Times are added up from look to look, so that what was not seen is
 * not counted: while the list is missing, or the process slept, the clocks stand.
 */
export type Company = {
  /** Somebody who is no bot was seen or heard since the bot came in. */
  met: boolean;
  aloneMs: number;
  onlyBotsMs: number;
  lookedAt: number;
  /** What the last look has shown; what lies between two looks counts only where both say the same. */
  last: "people" | "only-bots" | "nobody" | "unknown";
};

export function noCompany(admittedAt: number): Company {
  return { met: false, aloneMs: 0, onlyBotsMs: 0, lookedAt: admittedAt, last: "unknown" };
}

/** @param loudAt when sound above the gate was heard last, whoever made it; 0 for never. The gate is the transcript's own. */
export function look(company: Company, seen: Seen, loudAt: number, now: number): Company {
  const shown = what(seen, loudAt > 0 && now - loudAt < SPEECH_MS);
  const gap = now - company.lookedAt;
  const step = shown === company.last && gap >= 0 && gap <= LOOK_GAP_MS_MAX ? gap : 0;
  const next = { ...company, lookedAt: now, last: shown };
  switch (shown) {
    case "people":
      return { ...next, met: true, aloneMs: 0, onlyBotsMs: 0 };
    case "only-bots":
      return { ...next, aloneMs: 0, onlyBotsMs: company.onlyBotsMs + step };
    case "nobody":
      return { ...next, aloneMs: company.aloneMs + step, onlyBotsMs: 0 };
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
  // An empty list without a number: tiles are gone while something is shared.
  return seen.count === null ? "unknown" : "nobody";
}

export type AloneEnd = "left-alone" | "nobody-came" | "only-bots";

/** Whether there is nobody left to record. Never while somebody speaks: that look has set the clocks back. */
export function judgeCompany(company: Company, limits: BotLimits): AloneEnd | null {
  if (company.last === "only-bots" && company.onlyBotsMs >= limits.onlyBotsMs) return "only-bots";
  if (company.last !== "nobody") return null;
  if (!company.met) return company.aloneMs >= limits.nobodyMs ? "nobody-came" : null;
  return company.aloneMs >= limits.aloneMs ? "left-alone" : null;
}
