import type { Texts } from "#app/i18n/types.ts";

export const apiDocs: Texts["apiDocs"] = {
  title: "API",
  lead: "Llegeix, cerca i canvia les teves reunions des d’un programa.",
  start: {
    heading: "Primera crida",
    text: "Crea una clau a la configuració i envia-la a la capçalera Authorization. Guarda-la en secret: qui la tingui pot fer el que ella permet.",
    settings: "Crea una clau",
    document: "Document OpenAPI 3.1",
  },
  rules: {
    heading: "Regles",
    rights: "Una clau pot fer el que tu pots fer en aquell moment. No pot crear claus ni eliminar el teu compte.",
    pages: "Les llistes venen en pàgines. Envia nextCursor com a cursor fins que sigui null.",
    once: "Envia una Idempotency-Key amb una pujada o una invitació. Durant 24 hores, la mateixa clau amb el mateix contingut no crea res de nou.",
    match: "Per canviar una tasca o un enllaç, envia l’ETag que has llegit a la capçalera If-Match.",
    errors: "Els errors són application/problem+json. El seu codi no canvia.",
    rate: "RateLimit-Policy diu quantes crides es permeten i en quants segons; RateLimit, quantes en queden (r) i d’aquí a quants segons es torna a comptar des de zero (t). Totes les claus d’una persona comparteixen el compte. Després de l’estat 429, espera el que indiqui Retry-After.",
  },
  recipes: {
    heading: "Receptes",
    list: "Llista les reunions",
    minutes: "Baixa una acta en Markdown",
    search: "Cerca",
    task: "Marca una tasca com a feta",
    invite: "Convida Acta a una videotrucada",
    upload: "Puja una gravació, en tres crides",
  },
  operations: {
    heading: "Operacions",
    lead: "Els camins, els paràmetres i les respostes no canvien dins la versió 1. S’hi poden afegir camps. Les descripcions són en anglès.",
    read: "Funciona amb qualsevol clau",
    write: "Necessita una clau que pugui canviar reunions",
    parameters: "Paràmetres",
    required: "obligatori",
    errors: "Errors",
    body: "Cos",
    answer: "Resposta",
    place: { path: "al camí", query: "a la consulta", header: "en una capçalera", body: "al cos" },
  },
};
