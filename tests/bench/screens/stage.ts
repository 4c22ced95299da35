import type { Page } from "@playwright/test";
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
