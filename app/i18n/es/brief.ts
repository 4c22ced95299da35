import type { Texts } from "#app/i18n/types.ts";

export const brief: Texts["brief"] = {
  title: "Resumen previo",
  untitled: "Reunión",
  with: "Con {{people}}",
  meeting: "Abrir la reunión",
  cancelled: "Esta reunión se canceló.",
  first: {
    title: "Todavía no hay nada anterior",
    text: "Es la primera reunión de su serie que Acta conoce, o las anteriores no tienen acta. Después de la próxima acta, aquí verás qué se decidió y qué queda pendiente.",
  },
  decided: "Decidido la última vez",
  points: "La última vez",
  nothing: "El acta de la última vez no tiene líneas de este tipo.",
  tasks: "Tareas pendientes",
  noTasks: "No queda ninguna tarea pendiente.",
  nobody: "nadie en concreto",
  more_one: "Y una tarea pendiente más.",
  more_other: "Y {{count}} tareas pendientes más.",
  questions: "Preguntas abiertas",
  earlier: "Reuniones anteriores",
  unconfirmed: "Sin confirmar",
  playFrom: "Reproducir desde",
  mail: {
    on: "Envíamelo por correo una hora antes",
    off: "No enviar más estos correos",
    isOn: "Recibes un correo una hora antes de cada reunión que se repite y ya tiene un acta anterior.",
    explained: "Para todas las reuniones de tus calendarios que se repiten. Desactivado hasta que lo actives.",
    unreachable:
      "No te llega ningún correo: tu dirección en los ajustes no está confirmada, o este servidor no los envía.",
  },
};
