import type { en } from "#app/i18n/en.ts";
import type { later } from "#app/i18n/later-en.ts";
import type { pages } from "#app/i18n/pages-en.ts";

type Widened<Tree> = { [Key in keyof Tree]: Tree[Key] extends string ? string : Widened<Tree[Key]> };

/** The English files are the type: a locale with a missing or extra key does not compile. */
export type FirstTexts = Widened<typeof en>;
export type PageTexts = Widened<typeof pages>;
export type LaterTexts = Widened<typeof later>;
export type Texts = FirstTexts & PageTexts & LaterTexts;
