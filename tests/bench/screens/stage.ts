import type { Page, Route } from "@playwright/test";
import type { Cast } from "#tests/bench/screens/cast.ts";

/** The interface's words in the language of the picture, by `namespace:key`. */
export type Words = (key: string) => string;

/** What a state has to be brought about with: a page that listens, the texts of its language, and who and what there is. */
export type Stage = { page: Page; t: Words; cast: Cast };

export type State = {
  name: string;
  /** Without it: signed out. */
  who?: "nora" | "marc" | "lucia" | "claire" | "tomas" | "ines" | "oriol";
  /** Where the minutes quote, unless it says otherwise. */
  on?: "model";
  path(cast: Cast): string;
  /** What the page is expected to answer, 200 unless it says otherwise. */
  status?: number;
  /** What a person does before the picture is taken. */
  prepare?(stage: Stage): Promise<unknown>;
  /** Puts back what the picture needed. */
  after?(stage: Stage): Promise<unknown>;
  /** The picture holds the whole page, not the window. */
  whole?: boolean;
  /** Only at these widths: it does not exist at others. */
  widths?: readonly number[];
  /** A page without React: nothing is waited for. */
  plain?: boolean;
  /** As it is printed. */
  print?: boolean;
};

const held = new WeakMap<Page, Route[]>();

/** What a page asks for there is not answered; `breakOff` ends it before anything of it reaches Acta. */
export async function holdBack(page: Page, address: string): Promise<void> {
  const routes: Route[] = [];
  held.set(page, routes);
  await page.route(address, (route) => void routes.push(route));
}

/** A page that is closed with a request held back would let it go: the next state would find its effect. */
export async function breakOff(page: Page): Promise<void> {
  await Promise.allSettled((held.get(page) ?? []).map((route) => route.abort()));
}
