/**
 * A dialog is open where the address says so (`?upload=1`, `?import=1`, `?invite=1`, `?record=1`): the quick actions are plain links that
 * work on every page, the browser's back button closes a dialog, and a link to it can be kept. One at a time.
 */
const DIALOGS = ["upload", "import", "invite", "record"] as const;
export type DialogName = (typeof DIALOGS)[number];

type Place = { pathname: string; search: string };

export function dialogHref(name: DialogName, place: Place): string {
  const parameters = withoutAny(place);
  parameters.set(name, "1");
  return `${place.pathname}?${parameters}`;
}

export function isDialogOpen(name: DialogName, search: string): boolean {
  return new URLSearchParams(search).get(name) === "1";
}

/** Whether one of them is open. */
export function hasDialog(search: string): boolean {
  return DIALOGS.some((name) => isDialogOpen(name, search));
}

/** The same page without a dialog. */
export function withoutDialog(place: Place): string {
  const rest = withoutAny(place).toString();
  return rest ? `${place.pathname}?${rest}` : place.pathname;
}

/**
 * A link to the search: the page of the search without a script, and the search box with it (search-layer.tsx), which finds the link by
 * what marks it.
 */
export const SEARCH_LINK = { to: "/search", marked: { "data-opens-search": "" } } as const;

function withoutAny({ search }: Place): URLSearchParams {
  const parameters = new URLSearchParams(search);
  for (const name of DIALOGS) parameters.delete(name);
  return parameters;
}
