import { expect, test } from "vitest";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { deadlineIn } from "#app/domain/summary/extractive/deadline.ts";
import { sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import { tasksOf } from "#app/domain/summary/extractive/tasks.ts";
import { runAtOnce } from "#app/domain/turns.ts";

/** Commitments that the extractive engine finds in a text: task, assignee and deadline. */
function tasks(text: string, language: MeetingLanguage) {
  const segments = [{ id: "w0-0", startMs: 0, endMs: 5000, text, speaker: null }];
  return runAtOnce(tasksOf(runAtOnce(sentencesOf(segments, language)), language)).map((task) => [
    task.text,
    task.assigned,
    task.deadline,
  ]);
}

test.each<[language: MeetingLanguage, text: string, assigned: string | null, deadline: string | null]>([
  ["en", "Olga Reyes will send the signed contract before the end of June.", "Olga Reyes", "before the end of June"],
  ["en", "Olga and Ben will review the design by March 5th.", "Olga and Ben", "by March 5th"],
  ["en", "I'm going to write the test report tonight.", null, "tonight"],
  ["en", "We'll publish the release notes by Wednesday.", null, "by Wednesday"],
  ["en", "I will update the price list.", null, null],
  ["en", "We'll certainly get a copy of the survey back to you.", null, null],
  ["en", "I'm gonna write the release notes.", null, null],
  ["en", "I will happily pass the complaint on to the council.", null, null],
  ["en", "I'll let the caterer know about the date.", null, null],
  ["en", "We're gonna start recording the Tuesday calls next week.", null, "next week"],
  ["en", "I'll take care of it for the printers by Friday.", null, "by Friday"],
  ["es", "Me ocupo del contrato con la imprenta.", null, null],
  ["es", "Mañana os mandaré el acta de la reunión.", null, "Mañana"],
  ["es", "Carla se encarga de reservar la sala para el martes.", "Carla", "para el martes"],
  ["es", "Vamos a publicar la oferta antes del 15 de mayo.", null, "antes del 15 de mayo"],
  ["fr", "Je vais envoyer le devis demain matin.", null, "demain matin"],
  ["fr", "Claire s'occupe de la salle pour le congrès avant vendredi.", "Claire", "avant vendredi"],
  ["fr", "J'ai vu le contrat et je vous enverrai la version signée lundi prochain.", null, "lundi prochain"],
  ["ca", "M'encarrego de trucar a la impremta demà al matí.", null, "demà al matí"],
  ["ca", "La Núria enviarà el pressupost abans de divendres.", "Núria", "abans de divendres"],
  ["ca", "Revisaré el contracte amb la gestoria aquesta setmana.", null, "aquesta setmana"],
])("a commitment in %s: %s", (language, text, assigned, deadline) => {
  expect(tasks(text, language)).toEqual([[text, assigned, deadline]]);
});

test.each<[language: MeetingLanguage, text: string]>([
  ["en", "Will you send the contract by Friday?"],
  ["en", "I won't send the contract on Friday."],
  ["en", "If I will send the contract, they call us back."],
  ["en", "I'll show you the new dashboard now."],
  ["en", "I'll be at the office by Monday."],
  ["en", "They sent the contract on Friday."],
  ["en", "I would send the contract by Friday."],
  ["en", "The new door will open on Monday."],
  ["en", "We'll find out tomorrow whether the permit arrives."],
  ["en", "I have a clock here, so I'll take care of it from this end, thank you."],
  ["en", "I will update the board on the accounts when we go into private session."],
  ["en", "I'll check the projector settings in a minute."],
  ["en", "We will send a strong signal to the market."],
  ["es", "En un momento revisaré el presupuesto con vosotros."],
  ["fr", "Je vais vérifier le micro de la salle dans un instant."],
  ["ca", "D'aquí un moment revisaré el pressupost amb vosaltres."],
  ["es", "¿Enviarás el contrato antes del viernes?"],
  ["es", "No voy a enviar el contrato."],
  ["es", "Si envío el contrato, nos llaman."],
  ["es", "El contrato se firmó el viernes."],
  ["es", "La semana pasada llamé al proveedor."],
  ["fr", "Est-ce que tu vas envoyer le devis demain ?"],
  ["ca", "No enviaré el contracte divendres."],
])("no commitment in %s: %s", (language, text) => {
  expect(tasks(text, language)).toEqual([]);
});

test.each([
  ["en", "I will send the notes of Monday to Nora."],
  ["en", "I will send the notes from this morning."],
  ["en", "I'll send what we agreed last Friday."],
  ["es", "Yo envío el acta del lunes."],
  ["es", "Envío lo que acordamos el lunes pasado."],
  ["fr", "J'envoie le compte rendu de lundi."],
  ["fr", "J'envoie ce qu'on a décidé lundi dernier."],
  ["ca", "Envio l'acta de dilluns."],
  ["ca", "Envio el que vam acordar dilluns passat."],
] as const)("%s: the day of something that is over is no deadline: %s", (language, text) => {
  expect(deadlineIn(text, language)).toBeNull();
});

test.each([
  ["en", "I will finish the notes of Monday by the end of Friday.", "by the end of Friday"],
  ["en", "I'll mail what Nora sent last Friday tomorrow.", "tomorrow"],
  ["es", "Envío el acta del lunes antes del viernes.", "antes del viernes"],
  ["fr", "J'envoie le compte rendu de lundi avant vendredi.", "avant vendredi"],
  ["ca", "Envio l'acta de dilluns abans de divendres.", "abans de divendres"],
] as const)("%s: beside such a day the deadline is found: %s", (language, text, deadline) => {
  expect(deadlineIn(text, language)).toBe(deadline);
});
