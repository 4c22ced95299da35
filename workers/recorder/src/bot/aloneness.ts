import type { BotLimits } from "#app/contracts/recorder.ts";
import type { Roster } from "../platforms/platform-adapter.ts";
import type { Ending } from "./ending.ts";

/** Whoever was heard so lately is there, whatever the page's list says. */
const SPEECH_MS = 5_000;

export type Company = {
  admittedAt: number;
  /** When somebody who is no bot was seen last; null: nobody ever was. */
  peopleSeenAt: number | null;
  /** Since when every look at the list has shown nobody, or only bots. */
  aloneSince: number | null;
  onlyBotsSince: number | null;
};

export function noCompany(admittedAt: number): Company {
  return { admittedAt, peopleSeenAt: null, aloneSince: null, onlyBotsSince: null };
}

/** A list that is missing is unknown, never nobody: the clocks stand as they stood. */
export function look(company: Company, roster: Roster | null, loudAt: number, now: number): Company {
  const speaks = loudAt > 0 && now - loudAt < SPEECH_MS;
  if (speaks) return { ...company, peopleSeenAt: now, aloneSince: null, onlyBotsSince: null };
  if (!roster) return company;
  const humans = roster.people.filter((person) => !person.bot).length;
  const count = Math.max(roster.count ?? 0, roster.people.length);
  const bots = roster.people.length - humans;
  if (count - bots > 0) return { ...company, peopleSeenAt: now, aloneSince: null, onlyBotsSince: null };
  if (count > 0) return { ...company, aloneSince: null, onlyBotsSince: company.onlyBotsSince ?? now };
  return { ...company, aloneSince: company.aloneSince ?? now, onlyBotsSince: null };
}

/** Whether there is nobody left to record. */
export function aloneEnding(company: Company, limits: BotLimits, now: number): Ending | null {
  const { admittedAt, peopleSeenAt, aloneSince, onlyBotsSince } = company;
  if (onlyBotsSince !== null && now - onlyBotsSince >= limits.onlyBotsMs) return { state: "left", reason: "only-bots" };
  if (aloneSince === null) return null;
  if (peopleSeenAt === null) {
    return now - admittedAt >= limits.nobodyMs ? { state: "left", reason: "nobody-came" } : null;
  }
  return now - aloneSince >= limits.aloneMs ? { state: "left", reason: "left-alone" } : null;
}
