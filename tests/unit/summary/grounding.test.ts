import { expect, test } from "vitest";
import { MEETING_LANGUAGES, type MeetingLanguage } from "#app/domain/languages.ts";
import { evidenceOf } from "#app/domain/summary/evidence.ts";
import { carriersOf } from "#app/domain/summary/grounding/carried.ts";
import { isInstruction } from "#app/domain/summary/grounding/instructions.ts";
import { checkInvented } from "#tests/bench/grounding/check-lines.ts";
import { INJECTIONS } from "#tests/fixtures/injections.ts";

test.each(MEETING_LANGUAGES)(
  "%s: no false line about an invented meeting passes, and at most 3 % of the true lines are lost",
  (language) => {
    const { untrue, passed, faithful, lost } = checkInvented(language, 6);
    expect(untrue).toBeGreaterThan(100);
    expect(passed).toEqual([]);
    expect(lost.length).toBeLessThanOrEqual(faithful * 0.03);
  },
);

/** Whether a line is carried by a meeting of one segment for each text; it cites all of them. */
function isCarried(line: string, texts: readonly string[], language: MeetingLanguage = "en"): boolean {
  const segments = texts.map((text, index) => ({
    id: `w0-${index}`,
    startMs: index * 5000,
    endMs: index * 5000 + 4500,
    text,
    speaker: null,
  }));
  return (
    carriersOf(
      line,
      segments.map(({ id }) => id),
      evidenceOf(segments, language),
    ) !== null
  );
}

const LATE_FERRY = ["The evening ferry was late because of the storm.", "That depends on the repair of the pier."];
const CONTRACT = ["We looked at the red contract with the landlord.", "It costs 40 euros a month."];

test.each([
  ["the middle of one clause with the middle of another", "The evening ferry was the repair of the pier.", LATE_FERRY],
  [
    "a sentence with the middle of another",
    "The evening ferry was late because on the repair of the pier.",
    LATE_FERRY,
  ],
  ["a pronoun's place with no noun", "We looked at the costs 40 euros a month.", CONTRACT],
])("a line that joins %s does not pass", (_joint, line, texts) => {
  expect(isCarried(line, texts)).toBe(false);
});

test.each([
  ["a noun with the sentence that points to it", "The red contract costs 40 euros a month.", CONTRACT],
  [
    "whole clauses",
    "The evening ferry was late because of the storm, that depends on the repair of the pier.",
    LATE_FERRY,
  ],
  [
    "a sentence that runs over segments",
    "The pier needs a new roof, and the boats wait outside.",
    ["The pier needs a new roof, and", "and the boats wait outside."],
  ],
])("a line that joins %s passes", (_joint, line, texts) => {
  expect(isCarried(line, texts)).toBe(true);
});

test.each([
  ["en", "The red boats are not late.", ["The blue boats are not late.", "These red boats are late."]],
  ["en", "We should not only paint one boat.", ["We should only paint one boat."]],
  ["es", "No solo se pinta un barco.", ["Solo se pinta un barco."]],
  ["fr", "On ne peint pas seulement un bateau.", ["On peint seulement un bateau."]],
  ["ca", "No només es pinta un vaixell.", ["Només es pinta un vaixell."]],
] as const)(
  "%s: a denial that was said of another thing, or not at all, does not pass: %s",
  (language, line, texts) => {
    expect(isCarried(line, texts, language)).toBe(false);
  },
);

test.each([
  ["The red boats are not late.", ["The red boats are not late, the blue boats are."]],
  ["We paint not only the boats, but also the pier.", ["We paint the boats, but also the pier."]],
])("a denial that was said passes, and 'not only … but also' is none: %s", (line, texts) => {
  expect(isCarried(line, texts)).toBe(true);
});

test("sounds in braces do not hide the end of a spoken sentence", () => {
  const said = "There is no no other word for it. {laughter} {laughter} We are nearly done.";
  expect(isCarried("There is no no other word for it.", [said])).toBe(true);
});

test("orders to an assistant are recognised in four languages", () => {
  const texts = INJECTIONS.filter(({ text }) => /^(?:Ignore|Ignora|SYSTEM|Sistema|Système)/u.test(text)).map(
    ({ text }) => text,
  );
  expect(texts.length).toBeGreaterThan(6);
  expect(texts.filter((text) => !isInstruction(text))).toEqual([]);
});

test.each([
  "We follow the instructions of the landlord.",
  "The assistant of the director sends the contract.",
  "El sistema de reservas se cierra en invierno.",
  "Le système de réservation ferme en hiver.",
])("an ordinary sentence about instructions or assistants stays: %s", (text) => {
  expect(isInstruction(text)).toBe(false);
});

test.each([
  ["en", "The licence costs 20 euros.", "The licence costs twenty five euros."],
  ["en", "The licence costs 2 euros.", "The licence costs two hundred euros."],
  ["en", "The budget is 1000 euros.", "The budget is five thousand euros."],
  ["en", "20 people came.", "Twenty-one people came."],
  ["en", "Sales grew 5 percent.", "Sales grew three point five percent."],
  ["fr", "Le loyer coûte 20 euros.", "Le loyer coûte quatre-vingt-dix euros."],
  ["fr", "7 personnes viennent.", "Dix-sept personnes viennent."],
  ["es", "Vienen 20 personas.", "Vienen veinte mil personas."],
  ["ca", "La llicència costa 20 euros.", "La llicència costa vint-i-cinc euros."],
] as const)("%s: a part of an amount is no amount: %s", (language, line, said) => {
  expect(isCarried(line, [said], language)).toBe(false);
});

test.each([
  ["en", "The licence costs 25 euros.", "The licence costs twenty five euros."],
  ["en", "The budget is 35,000 euros.", "The budget is thirty five thousand euros."],
  ["en", "21 people came.", "Twenty-one people came."],
  ["en", "Sales grew 3.5 percent.", "Sales grew three point five percent."],
  ["en", "The break takes 20 seconds.", "The break takes twenty seconds."],
  ["fr", "Le loyer coûte 90 euros.", "Le loyer coûte quatre-vingt-dix euros."],
  ["fr", "Le loyer coûte 571 euros.", "Le loyer coûte cinq cent soixante et onze euros."],
  ["fr", "17 personnes viennent.", "Dix-sept personnes viennent."],
  ["es", "Vienen 400 personas.", "Vienen cuatrocientas personas."],
  ["es", "La obra cuesta 2.500.000 euros.", "La obra cuesta dos coma cinco millones de euros."],
  ["es", "La obra cuesta 3.000.000.000 euros.", "La obra cuesta tres mil millones de euros."],
  ["es", "La obra cuesta 35.000 euros.", "La obra cuesta 35 mil euros."],
  ["ca", "La llicència costa 725 euros.", "La llicència costa set-cents vint-i-cinc euros."],
] as const)("%s: an amount in words is the same in digits: %s", (language, line, said) => {
  expect(isCarried(line, [said], language)).toBe(true);
});

test.each([
  ["es", "Tenemos presupuesto.", "No tenemos ningún presupuesto."],
  ["es", "Está decidido.", "No hay nada decidido."],
  ["es", "Ana y Marta vienen.", "Ni Ana ni Marta vienen."],
  ["fr", "On a un budget.", "On n'a jamais eu aucun budget."],
  ["fr", "On a du budget.", "On n'a plus de budget."],
  ["fr", "Ana et Marta viennent.", "Ni Ana ni Marta ne viennent."],
  ["ca", "Tenim pressupost.", "No tenim cap pressupost."],
  ["ca", "El contracte està signat.", "El contracte no està mai signat."],
] as const)("%s: two words of one denial do not make a statement: %s", (language, line, said) => {
  expect(isCarried(line, [said], language)).toBe(false);
});

test.each([
  ["es", "No tenemos presupuesto.", "No tenemos ningún presupuesto."],
  ["fr", "On n'a pas de budget.", "On n'a plus de budget."],
  ["fr", "On a plus de deux budgets.", "On a plus de deux budgets cette année."],
  ["fr", "On n'a que deux jours.", "On n'a plus que deux jours."],
  ["ca", "No tenim pressupost.", "No tenim cap pressupost."],
] as const)("%s: a denial may be told with fewer words: %s", (language, line, said) => {
  expect(isCarried(line, [said], language)).toBe(true);
});

test.each([
  ["en", "We buy cars.", "We buy bikes instead of cars."],
  ["en", "We sell maps.", "We stopped selling maps."],
  ["en", "I sent the report.", "I forgot to send the report."],
  ["en", "The contract is signed.", "The contract is yet to be signed."],
  ["en", "We ship on Mondays.", "We used to ship on Mondays."],
  ["en", "The plan is finished.", "The plan is almost finished."],
  ["en", "Everybody agreed.", "Nearly everybody agreed."],
  ["en", "We buy the house.", "The house is too expensive to buy."],
  ["en", "The price increases.", "The price goes down."],
  ["es", "Compramos coches.", "Compramos bicis en lugar de coches."],
  ["es", "Vendemos mapas.", "Dejamos de vender mapas."],
  ["es", "El contrato está firmado.", "Queda por firmar el contrato."],
  ["es", "El plan está terminado.", "El plan está casi terminado."],
  ["fr", "On achète des voitures.", "On achète des vélos au lieu de voitures."],
  ["fr", "On vend des cartes.", "On a arrêté de vendre des cartes."],
  ["fr", "Le plan est terminé.", "Le plan est presque terminé."],
  ["ca", "Comprem cotxes.", "Comprem bicis en lloc de cotxes."],
  ["ca", "Venem mapes.", "Hem deixat de vendre mapes."],
  ["ca", "El pla està acabat.", "El pla està gairebé acabat."],
] as const)("%s: what was left, forgotten or nearly done is not told as done: %s", (language, line, said) => {
  expect(isCarried(line, [said], language)).toBe(false);
});

test.each([
  ["en", "Bikes are bought instead of cars.", "We buy bikes instead of cars."],
  ["en", "We buy bikes.", "We buy bikes instead of cars."],
  ["en", "The report was not sent.", "I forgot to send the report."],
  ["en", "The price increases.", "The price goes up."],
  ["en", "40 people came.", "40 people came, nearly all of them by bike."],
  ["en", "The wood is used to build boats.", "The wood of the pier is used to build boats."],
  ["es", "Compramos bicis.", "Compramos bicis en lugar de coches."],
  ["fr", "On achète des vélos.", "On achète des vélos au lieu de voitures."],
  ["ca", "Comprem bicis.", "Comprem bicis en lloc de cotxes."],
] as const)("%s: the other half of such a sentence may be told: %s", (language, line, said) => {
  expect(isCarried(line, [said], language)).toBe(true);
});

test.each([
  ["en", "The contract is signed.", "The contract is not yet signed."],
  ["en", "The roof is finished.", "The roof is not fully finished."],
  ["en", "We closed the office.", "We were about to close the office."],
  ["en", "The roof is safe.", "It is doubtful that the roof is safe."],
  ["en", "Luis signs the contract.", "Luis pretends to sign the contract."],
  ["en", "The budget was approved.", "The budget was far from approved."],
  ["en", "We sell the boat.", "We decided against selling the boat."],
  ["en", "We sell the boat.", "We ruled out selling the boat."],
  ["en", "We sell the boat.", "We cancelled the sale of the boat."],
  ["es", "El contrato está firmado.", "El contrato no está todavía firmado."],
  ["es", "Firmamos el contrato.", "Firmaríamos el contrato."],
  ["es", "Cerramos la oficina.", "Estuvimos a punto de cerrar la oficina."],
  ["es", "Vendemos el barco.", "Estamos en contra de vender el barco."],
  ["es", "Vendemos el barco.", "Descartamos vender el barco."],
  ["es", "El contrato está firmado.", "Falta firmar el contrato."],
  ["es", "Firman el contrato.", "Espero que firmen el contrato."],
  ["es", "Firman el contrato.", "Dudo que firmen el contrato."],
  ["fr", "Le contrat est signé.", "Le contrat n'est pas encore signé."],
  ["fr", "On signe le contrat.", "On signerait le contrat."],
  ["fr", "On a fermé le bureau.", "On a failli fermer le bureau."],
  ["fr", "On vend le bateau.", "On a renoncé à vendre le bateau."],
  ["fr", "Ils signent le contrat.", "Je doute qu'ils signent le contrat."],
  ["ca", "El contracte està signat.", "El contracte no està encara signat."],
] as const)("%s: what is not done yet, doubted or only would be done is not told as so: %s", (language, line, said) => {
  expect(isCarried(line, [said], language)).toBe(false);
});

test.each([
  ["en", "The contract is not signed.", "The contract is not yet signed."],
  ["en", "The sale of the boat was cancelled.", "We cancelled the sale of the boat."],
  ["es", "Quizás firmamos el contrato.", "Firmaríamos el contrato."],
  ["fr", "Le contrat n'est pas signé.", "Le contrat n'est pas encore signé."],
  ["ca", "El contracte no està signat.", "El contracte no està encara signat."],
] as const)("%s: the same with the word that says so passes: %s", (language, line, said) => {
  expect(isCarried(line, [said], language)).toBe(true);
});

test.each([
  ["en", "We rejected the plan.", "We approved the plan and rejected the budget."],
  ["en", "The plan was rejected.", "The plan was approved and the budget was rejected."],
  ["en", "We sold the van.", "We bought a van and sold the boat."],
  ["en", "The shop closes.", "The shop closes unless we find a buyer."],
  ["en", "We find a buyer.", "So it will, unless we find a buyer."],
  ["en", "We find a buyer.", "The shop closes, and we would not be there unless we find a buyer."],
  ["es", "Rechazamos el plan.", "Aprobamos el plan y rechazamos el presupuesto."],
  ["es", "Vendimos la furgoneta.", "Compramos la furgoneta y vendimos el barco."],
  ["fr", "On a refusé le plan.", "On a accepté le plan et refusé le budget."],
  ["ca", "Hem rebutjat el pla.", "Hem aprovat el pla i rebutjat el pressupost."],
] as const)("%s: the opposite, or what hangs on a condition, is not told of a thing: %s", (language, line, said) => {
  expect(isCarried(line, [said], language)).toBe(false);
});

test.each([
  ["en", "We rejected the budget.", "We approved the plan and rejected the budget."],
  ["en", "The board rejected the budget.", "The board approved the plan and rejected the budget."],
  ["en", "The budget was rejected.", "The plan was approved and the budget was rejected."],
  ["en", "The plan was approved, the budget was rejected.", "The plan was approved and the budget was rejected."],
  ["en", "The plan was rejected.", "The plan was approved and later rejected."],
  ["en", "The shop closes unless we find a buyer.", "The shop closes unless we find a buyer."],
  ["en", "Unless we find a buyer, the shop closes.", "The shop closes unless we find a buyer."],
  ["es", "Rechazamos el presupuesto.", "Aprobamos el plan y rechazamos el presupuesto."],
  ["fr", "On a accepté le plan.", "On a accepté le plan et refusé le budget."],
  ["ca", "Hem rebutjat el pressupost.", "Hem aprovat el pla i rebutjat el pressupost."],
] as const)("%s: each half of such a sentence may be told: %s", (language, line, said) => {
  expect(isCarried(line, [said], language)).toBe(true);
});
