import type { Texts } from "#app/i18n/types.ts";

export const taskSending: Texts["connections"]["taskSending"] = {
  title: "Enviar tareas a {{kind}}",
  lead: "Van a {{name}}. Nada más de la reunión sale de Acta.",
  place: "Dónde",
  choose: "Elige",
  tasks: "Tareas",
  none: "Esta reunión no tiene tareas.",
  noPlaces: "{{kind}} no muestra ningún sitio donde puedas añadir tareas.",
  who: "Quién es quién en {{kind}}",
  whoHint: "Acta lo recuerda. Nadie recibe una tarea si no lo has elegido tú.",
  nobody: "Nadie",
  unconfirmed: "Sin confirmar",
  due: "para el {{date}}",
  owner: "de {{name}}",
  state: {
    waiting: "De camino a {{kind}}",
    open: "En {{kind}}",
    done: "Hecha en {{kind}}",
    gone: "Borrada o cancelada en {{kind}}",
  },
  openOne: "«{{task}}»: {{state}}",
  send_one: "Enviar {{count}} tarea",
  send_other: "Enviar {{count}} tareas",
  cancel: "Cancelar",
  again: "Intentar de nuevo",
  onTheWay: "Las tareas están de camino.",
  settings: {
    lead: "Las tareas van allí cuando las envías, desde una reunión o desde tus tareas. Lo que se hace allí queda hecho aquí.",
    place: "Último envío a {{name}}",
    people: "Quién es quién",
    peopleNone: "Nadie todavía. Acta pregunta cuando envías una tarea.",
    nobody: "nadie",
    close: "Cerrar",
  },
  missing: {
    place: "Elige adónde van las tareas.",
    tasks: "Elige al menos una tarea.",
  },
  error: {
    load: "No se han podido leer los sitios de allí. Inténtalo de nuevo.",
    send: "No se han podido enviar las tareas. Inténtalo de nuevo.",
  },
  /** Dentro de una tarea allí, en el idioma del acta. */
  there: {
    from: "De «{{title}}», {{date}}",
    owner: "Para: {{name}}",
    deadline: "Como se dijo: {{deadline}}",
  },
};
