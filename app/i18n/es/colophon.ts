import type { Texts } from "#app/i18n/types.ts";

export const colophon: Texts["colophon"] = {
  tasks: { view: "VER TAREAS", soon: "Próximamente en PRO", others: "Más servicios" },
  written: "Escrita el {{date}} a partir de {{length}} de grabación, con la plantilla {{template}}.",
  writtenNoLength: "Escrita el {{date}}, con la plantilla {{template}}.",
  writtenFromText: "Escrita el {{date}} a partir de una transcripción sin grabación, con la plantilla {{template}}.",
  captions: "La transcripción sale de los subtítulos de la grabación.",
  given: "La transcripción es la que se envió con la grabación.",
  speech: "La transcripción es de un motor de reconocimiento de voz.",
  extractive: "Esta acta cita la transcripción: no la ha redactado ningún modelo de lenguaje.",
  model: "El acta la ha redactado {{model}}.",
  notPlayable: "La grabación no está disponible, así que sus momentos no se pueden reproducir.",
  droppedItems_one: "Una comprobación anterior dejó fuera una línea.",
  droppedItems_other: "Una comprobación anterior dejó fuera {{count}} líneas.",
  cutOff: "La grabación se cortó en {{at}}: falta el final del archivo.",
  droppedSegments_one: "Se ha dejado fuera un fragmento de texto reconocido donde no se oía a nadie.",
  droppedSegments_other: "Se han dejado fuera {{count}} fragmentos de texto reconocido donde no se oía a nadie.",
  spoke: {
    title: "Cómo habló cada persona",
    longest: "{{length}} seguidos",
    turns_one: "1 turno",
    turns_other: "{{count}} turnos",
    questions_one: "1 pregunta",
    questions_other: "{{count}} preguntas",
    interruptions_one: "interrumpió una vez",
    interruptions_other: "interrumpió {{count}} veces",
    lost: "No se ha podido cargar. Vuelve a abrirlo para intentarlo otra vez.",
  },
  /** Lines that are not among the minutes. */
  caution: {
    "small-model": "Escrito por un modelo pequeño: escucha antes de fiarte de una línea.",
    "facts-only": "En este idioma Acta comprueba como mucho números y nombres: escucha antes de fiarte de una línea.",
    unjudged: "La comprobación de estas líneas no terminó: escucha antes de fiarte de una línea.",
    "other-language": "Estas líneas no están en el idioma pedido: el modelo no escribió en él.",
  },
  leftOut: {
    title: "Fuera del acta ({{count}})",
    hint: "El modelo de lenguaje escribió estas líneas. No están en el acta, y solo las ve quien puede editar.",
    reason: {
      contradicted: "La grabación dice otra cosa.",
      copied: "Copiado de las instrucciones al modelo.",
    },
  },
  lastTime: {
    brief: "Abrir el resumen previo",
    title: "La última vez",
    tasks: "Tareas pendientes",
    none: "No queda ninguna tarea pendiente.",
    more_one: "Y una tarea más.",
    more_other: "Y {{count}} tareas más.",
    questions: "Preguntas abiertas",
  },
};
