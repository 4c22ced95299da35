import { eachLanguage } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { Found } from "#app/domain/summary/grounding/claim-sources.ts";
import type { Passage } from "#app/domain/summary/grounding/passages.ts";
import { type Claim, meansTheSame, type Words } from "#app/domain/summary/grounding/tokens.ts";
import { stem } from "#app/domain/summary/words/stem.ts";

/** Verbs of meetings and their opposites, folded, one pair a line; irregular forms beside their verb. */
const OPPOSITES: Record<MeetingLanguage, string> = {
  en: `approve approved accept accepted agree agreed pass passed | reject rejected refuse refused decline declined deny denied
raise raised increase increased rise rose risen | lower lowered reduce reduced cut decrease decreased fall fell fallen
buy bought purchase purchased | sell sold
open opened | close closed
start started begin began begun | stop stopped end ended
add added | remove removed delete deleted
hire hired | fire fired dismiss dismissed
win won | lose lost
keep kept | drop dropped cancel cancelled`,
  es: `aprobar aprobamos aprobado aprueba aprobo aceptar acepto aceptado | rechazar rechazo rechazado rechazamos denegar denegado
subir subio subimos aumentar aumento aumentamos | bajar bajo bajamos reducir redujo redujimos
comprar compro compramos | vender vendio vendemos vendimos
abrir abrio abrimos abierto | cerrar cerro cerramos cerrado
empezar empezo empezamos | parar paro paramos terminar termino
anadir anadimos | quitar quitamos eliminar eliminamos
contratar contratamos | despedir despedimos
ganar gano ganamos | perder perdio perdimos
mantener mantenemos mantuvimos | cancelar cancelamos`,
  fr: `approuver approuve accepter accepte valider valide | rejeter rejete refuser refuse
augmenter augmente | baisser baisse reduire reduit
acheter achete | vendre vendu vend
ouvrir ouvert ouvre | fermer ferme
commencer commence | arreter arrete finir fini
ajouter ajoute | enlever enleve supprimer supprime
embaucher embauche | licencier licencie
gagner gagne | perdre perdu
garder garde | annuler annule abandonner abandonne`,
  ca: `aprovar aprovat aprovem acceptar acceptat acceptem | rebutjar rebutjat rebutgem
pujar pugem pujat augmentar augmentem | baixar baixem reduir reduit
comprar comprem | vendre venut venem
obrir obert obrim | tancar tancat tanquem
comencar comencem | parar parem acabar acabem
afegir afegim | treure traiem eliminar eliminem
contractar contractem | acomiadar acomiadem
guanyar guanyem | perdre perdut perdem
mantenir mantenim | cancel_lar cancelar`,
};

/** The sides on which a word or its stem stands, such as "0+" and "0-". */
type Sides = ReadonlyMap<string, ReadonlySet<string>>;

const SIDES = eachLanguage<Sides>(sidesOf);

function sidesOf(language: MeetingLanguage): Sides {
  const sides = new Map<string, Set<string>>();
  for (const [index, line] of OPPOSITES[language].split("\n").entries()) {
    for (const [place, half] of line.split("|").entries()) {
      for (const word of half.split(" ").filter((each) => each !== "")) {
        for (const form of [word, stem(word, language)]) {
          sides.set(form, (sides.get(form) ?? new Set()).add(`${index}${place === 0 ? "+" : "-"}`));
        }
      }
    }
  }
  return sides;
}

/** Words that stand before a verb and are no subject of it. */
const LATER: ReadonlySet<string> = new Set(
  "later finally eventually luego despues finalmente ensuite finalement despres finalment".split(" "),
);

/** More sources of one word, and more words of one sentence, are not compared: a text of one word would take quadratic time. */
const COMPARED_MAX = 100;

type Said = { claims: readonly Claim[]; denied: ReadonlySet<number> };

/** The first words of a text, and which of them an odd number of denials denies. */
function saidOf({ claims, operators }: Words): Said {
  const denied = new Set<number>();
  for (const { operator, head } of operators) {
    if (operator !== "not" || head === null) continue;
    if (!denied.delete(head)) denied.add(head);
  }
  return { claims: claims.slice(0, COMPARED_MAX), denied };
}

/** Tells whether two spoken words are opposites, or one of them is denied and the other is not: "rejected" is a denied "accepted". */
function isOpposite(one: Claim, other: Claim, { denied }: Said, language: MeetingLanguage): boolean {
  const areAlike = denied.has(one.at) === denied.has(other.at);
  if (meansTheSame(one, other, language)) return !areAlike;
  const sidesOfWord = ({ word, stem: stemmed }: Claim) => SIDES[language].get(word) ?? SIDES[language].get(stemmed);
  const theirs = sidesOfWord(other);
  const isPair = [...(sidesOfWord(one) ?? [])].some((side) =>
    theirs?.has(`${side.slice(0, -1)}${side.endsWith("+") ? "-" : "+"}`),
  );
  return isPair && areAlike;
}

/**
 * Tells whether a line leaves opposites with their things: "we approved the plan and rejected the budget" does not say that the plan was
 * rejected. A subject before the first verb may belong to both.
 */
export function keepsOpposites(
  found: readonly Found[],
  words: Words,
  { spoken }: Passage,
  language: MeetingLanguage,
): boolean {
  const { denied } = saidOf(words);
  const all = spoken.map((place) => saidOf(place.words));
  return found.every(({ claim, sources }) => {
    const beside = found.filter(
      (one) => one.claim !== claim && one.claim.clause === claim.clause && one.sources.length > 0,
    );
    const alike = sources.filter((one) => all[one.spoken]?.denied.has(one.claim.at) === denied.has(claim.at));
    if (alike.length === 0 || beside.length === 0) return true;
    return alike.slice(0, COMPARED_MAX).some(({ spoken: index, claim: verb }) => {
      const said = all[index];
      if (said === undefined) return true;
      const rivals = said.claims.filter((one) => one.clause !== verb.clause && isOpposite(one, verb, said, language));
      if (rivals.length === 0) return true;
      const hasOwnSubject = said.claims.some(
        (one) => one.clause === verb.clause && one.at < verb.at && !one.isAdverbial && !LATER.has(one.word),
      );
      const isRivals = (thing: Claim) =>
        rivals.some(
          ({ clause, at, isAfterBe }) =>
            thing.clause === clause && thing.at !== at && (thing.at > at || (isAfterBe && hasOwnSubject)),
        );
      return beside.every((one) => one.sources.some((source) => source.spoken !== index || !isRivals(source.claim)));
    });
  });
}
