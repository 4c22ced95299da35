/**
 * Before a row of a list goes with the button that was pressed in it: the focus goes to the first field of the row that takes its place, or of
 * the last one, once it is drawn.
 */
export function focusNextRow(button: Element): void {
  const row = button.closest("li");
  const list = row?.parentElement;
  if (!row || !list) return;
  const place = [...list.children].indexOf(row);
  requestAnimationFrame(() => {
    const next = list.children[place] ?? list.lastElementChild;
    const field = next?.querySelector<HTMLElement>("input") ?? next?.querySelector<HTMLElement>("button, a");
    field?.focus();
  });
}
