/**
 * Outlook leaves a meeting that was called off in the guests' calendars: confirmed, with a word before its title and its time shown as
 * free. The words are those of Outlook's own translations.
 */
const WORDS = [
  "canceled",
  "cancelled",
  "cancelado",
  "cancelada",
  "cancel·lat",
  "cancel·lada",
  "cancel.lat",
  "anul·lat",
  "annulé",
  "annulée",
  "abgesagt",
  "annullato",
  "annullata",
  "geannuleerd",
  "anulowane",
  "odwołane",
  "inställt",
  "avlyst",
  "aflyst",
  "peruutettu",
  "peruttu",
  "zrušeno",
  "zrušené",
  "отменено",
  "已取消",
  "キャンセル済み",
];

/** `isFree`: the calendar shows the time as free. A title alone proves nothing: a meeting may be about what was cancelled. */
export function isCalledOff({ title, isFree }: { title: string; isFree: boolean }): boolean {
  if (!isFree) return false;
  const said = title.normalize("NFC").toLowerCase().trimStart();
  return WORDS.some((word) => said.startsWith(word) && /^\s*[::]/u.test(said.slice(word.length)));
}
