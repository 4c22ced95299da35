import type { Locator, Page, Route } from "@playwright/test";
import type { Cast } from "#tests/bench/screens/cast.ts";

/** The interface's words in the language of the picture, by `namespace:key`. */
export type Words = (key: string) => string;

/** Everything that sets up a state: a hydrated page, the texts of its language, and the people and meetings. */
export type Stage = { page: Page; t: Words; cast: Cast };

export type State = {
  name: string;
  /** Without it: signed out. */
  who?: "nora" | "marc" | "lucia" | "claire" | "tomas" | "ines" | "oriol" | "clara" | "biel";
  /** Absent: the instance whose minutes quote. */
  on?: "model";
  path(cast: Cast): string;
  /** Expected status of the page; absent: 200. */
  status?: number;
  /** Actions of a person before the screenshot. */
  prepare?(stage: Stage): Promise<unknown>;
  /** Undoes the changes that the screenshot needed. */
  after?(stage: Stage): Promise<unknown>;
  /** The screenshot shows the whole page, not only the window. */
  whole?: boolean;
  /** Only at these widths: it does not exist at others. */
  widths?: readonly number[];
  /** A page without React: nothing is waited for. */
  plain?: boolean;
  /** As it is printed. */
  print?: boolean;
};

/** The dialog that opens, once it has come to rest. */
export async function modal({ page }: Stage): Promise<Locator> {
  const dialog = page.locator("dialog:modal");
  await dialog.waitFor();
  await dialog.evaluate((opened) => Promise.all(opened.getAnimations().map(({ finished }) => finished)));
  return dialog;
}

const held = new WeakMap<Page, Route[]>();

/** Leaves requests to that address unanswered; `breakOff` aborts them before they reach Acta. */
export async function holdBack(page: Page, address: string): Promise<void> {
  const routes: Route[] = [];
  held.set(page, routes);
  await page.route(address, (route) => void routes.push(route));
}

/** A page that is closed with a held request would send it, and the next state would see its effect. */
export async function breakOff(page: Page): Promise<void> {
  await Promise.allSettled((held.get(page) ?? []).map((route) => route.abort()));
}
