import type { Texts } from "#app/i18n/types.ts";

export const tasks: Texts["tasks"] = {
  whose: { label: "De quién son las tareas", mine: "Mías", everybody: "De todos" },
  state: { label: "Pendientes o hechas", open: "Pendientes", done: "Hechas" },
  find: "Busca tareas y reuniones",
  findSubmit: "Buscar",
  due: {
    late: "Atrasadas",
    thisWeek: "Esta semana",
    nextWeek: "La semana que viene",
    later: "Más adelante",
    none: "Sin fecha",
  },
  today: "hoy",
  or: "o",
  notSaid: "no se dijo",
  nobody: "nadie en concreto",
  unconfirmed: "Sin confirmar",
  playFrom: "Reproducir desde",
  justDone: "Hecha ahora mismo",
  justOpen: "Pendiente de nuevo",
  undo: "Deshacer",
  empty: {
    mine: "No tienes tareas pendientes. Aquí estarán las que te den las reuniones, primero la de fecha límite más próxima.",
    everybody: "No hay tareas pendientes. Aquí estarán las de tus reuniones, primero la de fecha límite más próxima.",
    done: "Todavía no hay tareas hechas. Aquí estarán las que se marquen.",
  },
  toEverybody: "Tareas de todos",
  unnamed: "Tu perfil no tiene nombre, y Acta no puede saber qué tareas son tuyas.",
  pages: "Páginas",
  first: "Primeras tareas",
  more: "Más tareas",
  incomplete:
    "Faltan algunas tareas de las reuniones de tu equipo: Acta no puede leer ahora todas las listas. Se vuelven a leer enseguida.",
  notFresh: "No se han podido leer otra vez las tareas. Puede que lo que ves sea antiguo.",
  sending: {
    button: "Enviar a {{kind}}",
    buttonOne: "Enviar a {{kind}}: {{task}}",
    onTheWay: "Las tareas están de camino.",
    state: {
      waiting: "de camino a {{kind}}",
      open: "en {{kind}}",
      done: "hecha en {{kind}}",
      gone: "borrada o cancelada en {{kind}}",
    },
  },
};
