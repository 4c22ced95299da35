import type { TFunction } from "i18next";

/** A length as a reader says it: "47 min", "1 h 5 min"; under a minute in seconds. Whole minutes, rounded. */
export function formatLength(t: TFunction<"meeting">, ms: number): string {
  if (ms < 60_000) return t("length.seconds", { seconds: Math.max(0, Math.round(ms / 1000)) });
  return spellMinutes(t, Math.round(ms / 60_000));
}

/** The same to the second, for what is looked up rather than read: "47 min 12 s". */
export function formatExactLength(t: TFunction<"meeting">, ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return t("length.seconds", { seconds });
  if (seconds >= 3600 || seconds % 60 === 0) return spellMinutes(t, Math.round(seconds / 60));
  return t("length.minutesSeconds", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}

function spellMinutes(t: TFunction<"meeting">, all: number): string {
  const hours = Math.floor(all / 60);
  const minutes = all % 60;
  if (hours === 0) return t("length.minutes", { minutes });
  return minutes === 0 ? t("length.hours", { hours }) : t("length.hoursMinutes", { hours, minutes });
}
