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
  "취소됨",
  "annulleret",
  "annullert",
  "inställd",
  "storniert",
  "iptal edildi",
  "ακυρώθηκε",
  "lemondva",
  "törölve",
  "anulat",
  "скасовано",
  "отменена",
  "בוטל",
  "تم الإلغاء",
  "ملغى",
];

/** `isFree`: the calendar shows the time as free. A title alone proves nothing: a meeting may be about what was cancelled. */
export function isCalledOff({ title, isFree }: { title: string; isFree: boolean }): boolean {
  if (!isFree) return false;
  // The small form of "İ" keeps its point as a mark of its own.
  const said = title
    .normalize("NFC")
    .toLowerCase()
    .replace(/\u0307/g, "")
    .trimStart();
  return WORDS.some((word) => said.startsWith(word) && /^\s*[:\uff1a]/u.test(said.slice(word.length)));
}
