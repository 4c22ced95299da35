import type { MeetingLanguage } from "#app/domain/languages.ts";

/**
 * Facts from which invented meetings are made, and the words of a faithful paraphraser. A meeting says each fact once (`said`); a true
 * line says the same otherwise (`told`: reordered, passive, synonyms). `{o}` is the owner, `{d}` the deadline. Because a meeting is made
 * from facts, a changed line is true exactly when it equals another fact, which is known without asking the grounder.
 */
export type Form = { said: string; told: readonly string[]; task?: string };

export const OWNERS = ["Marta", "Luis", "Priya", "Tobias", "Nora", "Samuel"];

export const DEADLINES: Record<MeetingLanguage, readonly string[]> = {
  en: ["by Friday", "by Monday", "by Wednesday", "tomorrow", "by Tuesday"],
  es: ["antes del viernes", "antes del lunes", "antes del miércoles", "mañana", "antes del martes"],
  fr: ["avant vendredi", "avant lundi", "avant mercredi", "demain", "avant mardi"],
  ca: ["abans de divendres", "abans de dilluns", "abans de dimecres", "demà", "abans de dimarts"],
};

export const TASKS: Record<MeetingLanguage, readonly Form[]> = {
  en: [
    {
      said: "{o} will send the contract to the printer {d}.",
      told: ["The contract will be sent to the printer by {o} {d}.", "{o} sends the printer the contract {d}."],
      task: "Send the contract to the printer",
    },
    {
      said: "{o} will check the fire insurance {d}.",
      told: ["The fire insurance will be checked by {o} {d}.", "{o} will verify the fire insurance {d}."],
      task: "Verify the fire insurance",
    },
    {
      said: "{o} will book the training room {d}.",
      told: ["{o} reserves the training room {d}.", "The training room will be booked by {o} {d}."],
      task: "Reserve the training room",
    },
  ],
  es: [
    {
      said: "{o} enviará el contrato a la imprenta {d}.",
      told: ["{o} mandará el contrato a la imprenta {d}.", "El contrato será enviado a la imprenta por {o} {d}."],
      task: "Enviar el contrato a la imprenta",
    },
    {
      said: "{o} revisará el seguro de incendios {d}.",
      told: ["{o} comprobará el seguro de incendios {d}."],
      task: "Revisar el seguro de incendios",
    },
  ],
  fr: [
    {
      said: "{o} enverra le contrat à l'imprimeur {d}.",
      told: ["Le contrat sera envoyé à l'imprimeur par {o} {d}."],
      task: "Envoyer le contrat à l'imprimeur",
    },
    {
      said: "{o} vérifiera l'assurance incendie {d}.",
      told: ["{o} contrôle l'assurance incendie {d}."],
      task: "Vérifier l'assurance incendie",
    },
  ],
  ca: [
    {
      said: "{o} enviarà el contracte a la impremta {d}.",
      told: ["El contracte serà enviat a la impremta per {o} {d}."],
      task: "Enviar el contracte a la impremta",
    },
    {
      said: "{o} revisarà l'assegurança d'incendis {d}.",
      told: ["{o} comprovarà l'assegurança d'incendis {d}."],
      task: "Revisar l'assegurança d'incendis",
    },
  ],
};

/** Statements with their opposite or their stronger form, which nobody said. */
export const STATEMENTS: Record<MeetingLanguage, readonly (Form & { untrue: readonly string[] })[]> = {
  en: [
    {
      said: "The budget was not approved.",
      told: ["Approval of the budget was not given.", "The budget has not been accepted."],
      untrue: ["The budget was approved.", "The budget was accepted."],
    },
    {
      said: "The landlord might sell the old warehouse.",
      told: ["The old warehouse might be sold by the landlord.", "Perhaps the landlord sells the old warehouse."],
      untrue: ["The landlord will sell the old warehouse.", "The old warehouse is sold by the landlord."],
    },
    {
      said: "We decided to keep the evening ferry until October.",
      told: [
        "The team agreed to maintain the evening ferry until October.",
        "Until October the evening ferry is kept.",
      ],
      untrue: ["We decided not to keep the evening ferry until October.", "The evening ferry was cancelled."],
    },
    {
      said: "The new warehouse costs 6,200 euros a month.",
      told: ["The monthly price of the new warehouse is 6,200 euros."],
      untrue: ["The new warehouse costs 2,600 euros a month.", "The old warehouse costs 6,200 euros a month."],
    },
    {
      said: "We should replace the locks at the harbour.",
      told: ["The locks at the harbour must be replaced."],
      untrue: ["The locks at the harbour were replaced.", "We will replace the locks at the harbour."],
    },
    {
      said: "The survey received 230 answers and 14 complaints.",
      told: ["There were 230 answers and 14 complaints received in the survey."],
      untrue: ["The survey received 14 answers and 230 complaints."],
    },
  ],
  es: [
    {
      said: "El presupuesto no se aprobó.",
      told: ["El presupuesto no fue aprobado."],
      untrue: ["El presupuesto se aprobó.", "El presupuesto fue aprobado."],
    },
    {
      said: "Quizás se cierre la taquilla en invierno.",
      told: ["En invierno la taquilla quizás se cierre."],
      untrue: ["La taquilla se cierra en invierno."],
    },
    {
      said: "Decidimos mantener el ferry de la tarde hasta octubre.",
      told: ["Hasta octubre decidimos conservar el ferry de la tarde."],
      untrue: ["Decidimos no mantener el ferry de la tarde."],
    },
  ],
  fr: [
    {
      said: "Le budget n'a pas été approuvé.",
      told: ["Le budget n'est pas approuvé."],
      untrue: ["Le budget a été approuvé."],
    },
    {
      said: "La billetterie fermera peut-être en hiver.",
      told: ["En hiver, la billetterie fermera peut-être."],
      untrue: ["La billetterie fermera en hiver."],
    },
  ],
  ca: [
    {
      said: "El pressupost no s'ha aprovat.",
      told: ["El pressupost no ha estat aprovat."],
      untrue: ["El pressupost s'ha aprovat."],
    },
    {
      said: "Potser tancarem la taquilla a l'hivern.",
      told: ["A l'hivern potser tancarem la taquilla."],
      untrue: ["Tancarem la taquilla a l'hivern."],
    },
  ],
};

/** Words that nobody says in these meetings. */
export const UNSAID: Record<MeetingLanguage, readonly string[]> = {
  en: ["unanimously", "cancelled", "secretly", "finance", "expensive", "again"],
  es: ["unánimemente", "cancelado", "finanzas", "secretamente"],
  fr: ["unanimement", "annulé", "finances", "secrètement"],
  ca: ["unànimement", "cancel·lat", "finances", "secretament"],
};
