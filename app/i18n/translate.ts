import type { i18n } from "i18next";
import type { Locale } from "#app/domain/languages.ts";
import type { en } from "#app/i18n/en.ts";
import type { Feature } from "#app/i18n/types.ts";

/**
 * The types of translated texts: the keys of a feature, and the values that a text takes. i18next's own types check less, and resolve all
 * texts again at each call, which took two thirds of the linter's time (docs/measurements.md, "Tests").
 */

/** One feature's name, or several: keys of the first, and keys of the others behind their name ("common:close"). */
export type Features = Feature | readonly Feature[];

/** `t`: the text of a key in the reader's language, with its values filled in. A text of several numbers takes `count`. */
export type Translate<Names extends Features> = <Key extends KeyOf<Names>>(
  key: Key,
  ...values: ValuesOf<TableOf<Names>[Key]>
) => string;

/** `t` for one language, outside React. */
export function translator<const Names extends Features>(texts: i18n, locale: Locale, names: Names): Translate<Names> {
  return texts.getFixedT(locale, names) as unknown as Translate<Names>;
}

export type KeyOf<Names extends Features> = keyof TableOf<Names> & string;

/** The texts of a feature by key, with their English words. */
type Table<Name extends Feature> = ByKey<Entry<(typeof en)[Name], "">>;

type ByKey<Entries> = { [Each in Entries as KeyIn<Each>]: TextIn<Each> };
type KeyIn<Each> = Each extends { key: infer Key extends string } ? Key : never;
type TextIn<Each> = Each extends { text: infer Text extends string } ? Text : never;

type Prefixed<Name extends Feature> = {
  [Key in keyof Table<Name> & string as `${Name}:${Key}`]: Table<Name>[Key];
};

type TableOf<Names extends Features> = Names extends Feature
  ? Table<Names>
  : Names extends readonly [infer First extends Feature, ...infer Others extends readonly Feature[]]
    ? Table<First> & PrefixedAll<[First, ...Others]>
    : never;

type PrefixedAll<Names extends readonly Feature[]> = Names extends readonly [
  infer First extends Feature,
  ...infer Others extends readonly Feature[],
]
  ? Prefixed<First> & PrefixedAll<Others>
  : unknown;

/** A text with its path in the tree; of two numbers, the path without "_one" and "_other". */
type Entry<Tree, Path extends string> = {
  [Key in keyof Tree]: Key extends string ? EntryAt<Tree[Key], Key, Path> : never;
}[keyof Tree];

type EntryAt<Branch, Key extends string, Path extends string> = Branch extends string
  ? Key extends `${infer Stem}_${"one" | "other"}`
    ? { key: `${Path}${Stem}`; text: `${Branch}{{count}}` }
    : { key: `${Path}${Key}`; text: Branch }
  : Entry<Branch, `${Path}${Key}.`>;

/** Null and undefined are written as nothing. */
type Value = string | number | null | undefined;

/** The names between double braces. */
type NamesIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The values that {@link Translate} takes after a key; undefined where its text has none. */
export type ValuesFor<Names extends Features, Key extends KeyOf<Names>> = ValuesOf<TableOf<Names>[Key]>[0];

type ValuesOf<Text> = [NamesIn<Text>] extends [never]
  ? []
  : [values: { [Name in NamesIn<Text>]: Name extends "count" ? number : Value }];
