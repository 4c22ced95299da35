import type { PredefinedWords } from "#app/domain/template/predefined/structure.ts";

const TASKS = { prompt: "El que algú es va comprometre a fer, amb responsable i termini només si es van dir." };
const TAGS = "Noms i termes al voltant dels quals va girar la conversa.";

export const CA: PredefinedWords = {
  "system-one-to-one": {
    name: "Reunió individual",
    description: "Una conversa periòdica entre responsable i membre de l’equip.",
    fields: {
      mood: { title: "Com va tot", prompt: "Com se sent la persona amb la feina, la càrrega i l’equip." },
      progress: { title: "Progrés", prompt: "El que s’ha assolit o acabat des de l’última conversa." },
      obstacles: { title: "Obstacles", prompt: "Problemes, dificultats i tot allò que bloqueja la persona." },
      feedback: {
        title: "Valoració",
        prompt: "El que ha anat bé, reconeixements i el que es pot millorar, en tots dos sentits.",
      },
      growth: {
        title: "Objectius i desenvolupament",
        prompt: "Objectius, habilitats per aprendre i el proper pas professional.",
      },
      tasks: TASKS,
    },
  },
  "system-stand-up": {
    name: "Reunió diària",
    description: "Una reunió breu cada dia: què està fet, què ve ara i què ho impedeix.",
    fields: {
      done: { title: "Fet", prompt: "El que s’ha acabat o avançat des de l’última reunió diària." },
      planned: { title: "Previst per avui", prompt: "En què treballarà cada persona a continuació." },
      blockers: {
        title: "Bloquejos",
        prompt: "Problemes que aturen o endarrereixen la feina d’algú.",
        columns: ["Bloqueig", "Plantejat per", "Ajuda necessària"],
      },
      tasks: TASKS,
    },
  },
  "system-sales-discovery": {
    name: "Descoberta comercial",
    description: "Una primera conversa amb un possible client: necessitat, pressupost, decisió i proper pas.",
    fields: {
      summary: { prompt: "Qui és el possible client, què busca i com va acabar la conversa." },
      situation: { title: "Situació actual", prompt: "Com treballa avui el possible client i quins problemes té." },
      qualification: {
        title: "Qualificació",
        prompt: "El que necessita el client, el pressupost, com es decideix i el proper pas.",
        columns: ["Necessitat", "Pressupost", "Decisió", "Proper pas"],
      },
      objections: { title: "Objeccions", prompt: "Preocupacions i dubtes, com ara el preu, el risc o el termini." },
      tags: { title: "Etiquetes", prompt: TAGS },
      tasks: TASKS,
    },
  },
  "system-interview": {
    name: "Entrevista",
    description: "Una entrevista de feina: experiència, punts forts, dubtes i condicions.",
    fields: {
      background: {
        title: "Trajectòria",
        prompt: "Experiència, estudis i llocs de treball de què va parlar la persona candidata.",
      },
      covered: { title: "Temes tractats", prompt: "Els temes de l’entrevista, en ordre." },
      strengths: { title: "Punts forts", prompt: "Habilitats i èxits que parlen a favor de la candidatura." },
      doubts: { title: "Preocupacions", prompt: "Dificultats, riscos i mancances que van sortir." },
      conditions: {
        title: "Condicions",
        prompt: "Sou, cost, disponibilitat i data d’incorporació, tal com es van dir.",
        columns: ["Condició", "Import", "Data"],
      },
      askedBack: { title: "Preguntes de la persona candidata", prompt: "Preguntes que va fer la persona candidata." },
      tasks: TASKS,
    },
  },
  "system-project-review": {
    name: "Revisió de projecte",
    description: "L’estat d’un projecte: lliurables, xifres, riscos i decisions.",
    fields: {
      summary: { prompt: "L’estat del projecte i les conclusions de la revisió." },
      deliverables: {
        title: "Lliurables",
        prompt: "Parts del projecte amb el seu responsable, la seva data i el seu estat.",
        columns: [
          "Lliurable",
          "Responsable",
          "Data prevista",
          { name: "Estat", choices: ["Acabat", "En termini", "En risc", "Endarrerit", "Bloquejat"] },
        ],
      },
      figures: {
        title: "Xifres",
        prompt: "Pressupost, costos i resultats amb els seus números.",
        columns: ["Indicador", "Valor"],
      },
      risks: { title: "Riscos i problemes", prompt: "Riscos, problemes i endarreriments, i de què depenen." },
      decided: { title: "Decisions", prompt: "El que es va decidir o acordar." },
      tasks: TASKS,
    },
  },
  "system-board-minutes": {
    name: "Acta de reunió",
    description: "Una acta formal: assistents, ordre del dia, acords, votacions i signatures.",
    fields: {
      attendees: {
        title: "Assistents",
        prompt: "Totes les persones presents, amb el càrrec amb què hi assisteixen.",
        columns: ["Nom", "Càrrec"],
      },
      agenda: { title: "Ordre del dia", prompt: "Els punts de l’ordre del dia, per ordre." },
      deliberation: { title: "Deliberació", prompt: "Els motius i les opinions que es van exposar." },
      agreements: {
        title: "Acords",
        prompt: "El que es va acordar o aprovar, qui n’és responsable i per a quan.",
        columns: ["Acord", "Responsable", "Termini"],
      },
      votes: {
        title: "Votacions",
        prompt: "Propostes que es van votar, amb els vots a favor, en contra i les abstencions.",
        columns: [
          "Proposta",
          "A favor",
          "En contra",
          "Abstencions",
          { name: "Resultat", choices: ["Aprovada", "Rebutjada"] },
        ],
      },
      openPoints: { title: "Precs i preguntes", prompt: "Preguntes que queden obertes per a una altra reunió." },
      signatures: {
        title: "Signatures",
        prompt: "Qui signa l’acta, tal com es va dir, i en qualitat de què.",
        columns: ["Signatura", "En qualitat de"],
      },
    },
  },
  "system-lecture": {
    name: "Classe",
    description: "Una classe o conferència: esquema, conceptes, exemples i treballs.",
    fields: {
      summary: { prompt: "De què va tractar la classe i a quina conclusió va arribar." },
      outline: { title: "Esquema", prompt: "Els temes de la classe, en ordre." },
      concepts: { title: "Conceptes clau", prompt: "Termes que es van definir o explicar, i què signifiquen." },
      examples: { title: "Exemples", prompt: "Exemples i casos que es van donar." },
      assignments: {
        title: "Treballs",
        prompt: "Deures, lectures i exàmens, amb les seves dates.",
        columns: ["Treball", "Data de lliurament"],
      },
      openQuestions: { title: "Preguntes", prompt: "Preguntes que es van fer i les que van quedar obertes." },
      tags: { title: "Etiquetes", prompt: TAGS },
    },
  },
  "system-retrospective": {
    name: "Retrospectiva",
    description: "Un equip mira enrere: què ha anat bé, què no i què provar.",
    fields: {
      mood: { title: "Ànim", prompt: "Com se sent l’equip amb aquest període." },
      wentWell: { title: "Què ha anat bé", prompt: "Èxits i el que funciona." },
      toImprove: { title: "Què cal millorar", prompt: "Problemes, dificultats i el que ha sortit malament." },
      ideas: { title: "Idees per provar", prompt: "Propostes i suggeriments per fer les coses d’una altra manera." },
      agreed: { title: "Acords", prompt: "El que l’equip va acordar o decidir." },
      tasks: TASKS,
    },
  },
  "system-customer-support": {
    name: "Atenció al client",
    description: "Una trucada de suport: el problema, què s’hi ha fet i què queda.",
    fields: {
      issue: { title: "Problema", prompt: "El problema o la queixa, en paraules del client." },
      case: {
        title: "Detalls del cas",
        prompt: "Què falla o causa dificultats, des de quan i amb quina gravetat.",
        columns: ["Símptoma", "Des de", { name: "Gravetat", choices: ["Baixa", "Mitjana", "Alta", "Crítica"] }],
      },
      solution: { title: "Solució", prompt: "El que es va provar, canviar o oferir per resoldre-ho." },
      unresolved: { title: "Sense resoldre", prompt: "Preguntes obertes i el que encara queda pendent." },
      tags: { title: "Etiquetes", prompt: TAGS },
      tasks: TASKS,
    },
  },
};
