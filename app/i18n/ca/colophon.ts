import type { Texts } from "#app/i18n/types.ts";

export const colophon: Texts["colophon"] = {
  tasks: { view: "MOSTRA LES TASQUES", soon: "Properament a PRO", others: "Més serveis" },
  written: "Escrita el {{date}} a partir de {{length}} de gravació, amb la plantilla {{template}}.",
  writtenNoLength: "Escrita el {{date}}, amb la plantilla {{template}}.",
  writtenFromText: "Escrita el {{date}} a partir d’una transcripció sense gravació, amb la plantilla {{template}}.",
  captions: "La transcripció surt dels subtítols de la gravació.",
  given: "La transcripció és la que es va enviar amb la gravació.",
  speech: "La transcripció és d’un motor de reconeixement de veu.",
  extractive: "Aquesta acta cita la transcripció: no l’ha redactada cap model de llenguatge.",
  model: "L’acta l’ha redactada {{model}}.",
  notPlayable: "La gravació no està disponible, de manera que els seus moments no es poden reproduir.",
  droppedItems_one: "Una comprovació anterior va deixar fora una línia.",
  droppedItems_other: "Una comprovació anterior va deixar fora {{count}} línies.",
  cutOff: "La gravació es va tallar a {{at}}: falta el final del fitxer.",
  droppedSegments_one: "S’ha deixat fora un fragment de text reconegut on no se sentia ningú.",
  droppedSegments_other: "S’han deixat fora {{count}} fragments de text reconegut on no se sentia ningú.",
  spoke: {
    title: "Com va parlar cadascú",
    longest: "{{length}} seguits",
    turns_one: "1 torn",
    turns_other: "{{count}} torns",
    questions_one: "1 pregunta",
    questions_other: "{{count}} preguntes",
    interruptions_one: "va interrompre una vegada",
    interruptions_other: "va interrompre {{count}} vegades",
    lost: "No s’ha pogut carregar. Torna a obrir-ho per provar-ho de nou.",
  },
  /** Lines that are not among the minutes. */
  caution: {
    "small-model": "Escrit per un model petit: escolta abans de refiar-te d’una línia.",
    "facts-only": "En aquest idioma Acta comprova com a molt números i noms: escolta abans de refiar-te d’una línia.",
    unjudged: "La comprovació d’aquestes línies no va acabar: escolta abans de refiar-te d’una línia.",
    "other-language": "Aquestes línies no són en l’idioma demanat: el model no hi ha escrit.",
  },
  leftOut: {
    title: "Fora de l’acta ({{count}})",
    hint: "El model de llenguatge va escriure aquestes línies. No són a l’acta, i només les veu qui pot editar.",
    reason: {
      contradicted: "La gravació diu una altra cosa.",
      copied: "Copiat de les instruccions al model.",
    },
  },
  lastTime: {
    brief: "Obre el resum previ",
    title: "L’última vegada",
    tasks: "Tasques obertes",
    none: "No queda cap tasca oberta.",
    more_one: "I una tasca més.",
    more_other: "I {{count}} tasques més.",
    questions: "Preguntes obertes",
  },
};
