import { useTranslation } from "react-i18next";

/** TEMPORARY until format.ts */
export function useClock() {
  const { i18n } = useTranslation();
  const zone = "UTC";
  return {
    formatClock: (at: number) =>
      new Intl.DateTimeFormat(i18n.language, {
        hour: "2-digit",
        minute: "2-digit",
        second: "2-digit",
        hourCycle: "h23",
        timeZone: zone,
      }).format(at),
    formatDay: (at: number) =>
      new Intl.DateTimeFormat(i18n.language, { dateStyle: "long", timeStyle: "short", timeZone: zone }).format(at),
  };
}
