import type { Texts } from "#app/i18n/types.ts";

export const ask: Texts["ask"] = {
  title: "Pregunta a Acta",
  threads: "Preguntas anteriores",
  all: "Todas las preguntas",
  empty: {
    title: "Aún no hay preguntas",
    text: "Pregunta por cualquier cosa que se haya dicho. Cada línea de una respuesta abre la reunión en su momento. Estas palabras acotan la pregunta:",
  },
  questions_one: "{{count}} pregunta",
  questions_other: "{{count}} preguntas",
  shared: "Compartida",
  log: "Preguntas y respuestas",
  next: { label: "Sigue preguntando", placeholder: "Sigue preguntando en este hilo" },
  looking: "Buscando en tus reuniones…",
  reading_one: "Leyendo {{count}} reunión y comprobando cada línea…",
  reading_other: "Leyendo {{count}} reuniones y comprobando cada línea…",
  notice: {
    "needs-model":
      "Para responder con palabras hace falta un modelo de lenguaje. Estos momentos son los que más se acercan a la pregunta.",
    "no-line":
      "El modelo de lenguaje no ha encontrado respuesta. Estos momentos son los que más se acercan a la pregunta.",
    nothing: "Nada de tus reuniones tiene que ver con esta pregunta.",
  },
  trouble: {
    "model-down": "El modelo de lenguaje no responde. Estos momentos son los que más se acercan a la pregunta.",
    "broke-off": "El modelo de lenguaje se detuvo antes de tiempo. Estas líneas están sin confirmar.",
    failed: "Algo ha fallado al responder. La pregunta se conserva.",
    lost: "Se ha perdido la conexión. La pregunta se conserva.",
    tooMany: "Demasiadas preguntas a la vez. Vuelve a preguntar dentro de {{seconds}} segundos.",
    gone: "Este hilo ya no existe.",
  },
  lookedAt_one: "Se ha buscado en {{count}} reunión",
  lookedAt_other: "Se ha buscado en {{count}} reuniones",
  leftOut_one: "Se ha omitido {{count}} línea, porque ningún momento la respalda.",
  leftOut_other: "Se han omitido {{count}} líneas, porque ningún momento las respalda.",
  lost_one: "{{count}} línea no se muestra: ya no puedes abrir su reunión.",
  lost_other: "{{count}} líneas no se muestran: ya no puedes abrir sus reuniones.",
  again: "Preguntar de nuevo",
  quote: "«{{text}}»",
  listen: "Sin confirmar · escuchar",
  openAt: "Abrir en",
  share: {
    start: "Compartir",
    stop: "Dejar de compartir",
    text: "Quien pueda abrir todas las reuniones de estas respuestas puede leer este hilo.",
    copy: "Copiar el enlace",
    copied: "Copiado",
    byOther: "Alguien ha compartido este hilo contigo. Puedes abrir todas sus reuniones.",
  },
  remove: { start: "Eliminar", ask: "¿Eliminar este hilo con todas sus preguntas y respuestas?", keep: "Conservar" },
  noScript: "Las respuestas necesitan JavaScript.",
};
