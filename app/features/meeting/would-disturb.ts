/** Whether a dialog that comes late would take somebody from something else: another dialog, or a place where they write. */
export function wouldDisturb(): boolean {
  return document.querySelector("dialog:modal, :is(input, textarea, select):focus") !== null;
}
