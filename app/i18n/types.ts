import type { en } from "#app/i18n/en.ts";

type Widened<Tree> = { [Key in keyof Tree]: Tree[Key] extends string ? string : Widened<Tree[Key]> };

/** The English files are the type: a locale with a missing or extra key does not compile. */
export type Texts = Widened<typeof en>;

/** A feature's name in the texts. */
export type Feature = keyof Texts;

/** The scripts of one language, by feature. */
export type TextFiles = { [Name in Feature]: () => Promise<{ [Each in Name]: Texts[Name] }> };
