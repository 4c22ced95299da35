import type { Texts } from "#app/i18n/types.ts";

export const tasks: Texts["tasks"] = {
  whose: { label: "De quién son las tareas", mine: "Mías", everybody: "De todos" },
  state: { label: "Abiertas o hechas", open: "Abiertas", done: "Hechas" },
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
  playFrom: "Reproducir desde",
  justDone: "Hecha ahora mismo",
  justOpen: "Abierta de nuevo",
  undo: "Deshacer",
  empty: {
    mine: "No tienes tareas abiertas. Aquí estarán las que te den las reuniones, primero la del plazo más próximo.",
    everybody: "No hay tareas abiertas. Aquí estarán las de tus reuniones, primero la del plazo más próximo.",
    done: "Todavía no hay tareas hechas. Aquí estarán las que se marquen.",
  },
  toEverybody: "Tareas de todos",
  unnamed: "Tu perfil no tiene nombre, y Acta no puede saber qué tareas son tuyas.",
  pages: "Páginas",
  first: "Primeras tareas",
  more: "Más tareas",
  notFresh: "No se han podido leer otra vez las tareas. Puede que lo que ves sea antiguo.",
};
