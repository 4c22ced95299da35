import type { MeetingLanguage } from "#app/domain/languages.ts";

/** Endings that only inflect a word or make a noun of its verb. "-er" and "-less" are missing: they change what is meant. */
const ENDINGS: Record<MeetingLanguage, ReadonlySet<string>> = {
  en: new Set([
    "",
    ..."s es e ed d ing ings ion ions ation ations ment ments al als ance ence ly y ies ied".split(" "),
  ]),
  es: new Set([
    "",
    ..."s es a o e as os en an ar er ir ando iendo ado ada ados adas ido ida idos idas acion aciones cion ciones ion iones aba aban aron ieron io amos emos imos ara ere era ira aran eran iran are ire aremos eremos iremos amiento amientos imiento imientos".split(
      " ",
    ),
  ]),
  fr: new Set([
    "",
    ..."s e es ee ees er ez ons ent ant ait aient era erai eront erons ation ations tion ion ions ement ements age i is it ie ir ira iront issent x re ra rai rons ront".split(
      " ",
    ),
  ]),
  ca: new Set([
    "",
    ..."s es a e o ar er ir em im eu en an ant ent at ada ats ades it ida its ides ara are aran arem ira ire acio acions cio cions io ions ament aments iment ava aven aria n ns ns os re ra".split(
      " ",
    ),
  ]),
};

/** Two words with fewer letters in common are different words, whatever their endings. */
const ROOT_CHARS_MIN = 5;

/** Tells whether two words differ only in their endings: "publish", "publication". */
export function shareRoot(one: string, other: string, language: MeetingLanguage): boolean {
  let common = 0;
  while (common < one.length && one[common] === other[common]) common += 1;
  if (common < ROOT_CHARS_MIN) return false;
  const endings = ENDINGS[language];
  // The last common letter may belong to the endings ("-ation", "-ated").
  return [common, common - 1].some(
    (cut) => cut >= ROOT_CHARS_MIN && endings.has(one.slice(cut)) && endings.has(other.slice(cut)),
  );
}
