import type { Texts } from "#app/i18n/types.ts";

export const feeds: Texts["feeds"] = {
  heading: "Suscripciones",
  lead: "Tu programa de calendario o tu lector de noticias puede seguir Acta con una dirección. Quien tiene la dirección puede leer su contenido: no la compartas.",
  kind: { meetings: "Calendario de tus reuniones", minutes: "Actas nuevas" },
  about: {
    meetings:
      "Para Google Calendar, Outlook o Calendario de Apple (ICS): tus reuniones de los últimos y los próximos {{days}} días, cada una con su enlace.",
    minutes:
      "Para un lector de noticias (Atom): tus reuniones de los últimos {{days}} días con el acta lista, cada una con su enlace.",
  },
  titles: "Mostrar los títulos de las reuniones",
  titlesOf: {
    meetings: "Mostrar los títulos de las reuniones en el calendario",
    minutes: "Mostrar los títulos de las reuniones en las actas nuevas",
  },
  make: "Crear dirección",
  makeOne: { meetings: "Crear dirección del calendario", minutes: "Crear dirección de las actas nuevas" },
  renew: "Nueva dirección",
  renewOne: { meetings: "Nueva dirección del calendario", minutes: "Nueva dirección de las actas nuevas" },
  remove: "Quitar",
  removeOne: { meetings: "Quitar el calendario", minutes: "Quitar las actas nuevas" },
  made: "dirección creada el {{date}}",
  read: "última lectura: {{date}}",
  unread: "aún sin leer",
  once: "Copia esta dirección ahora. Solo se muestra una vez.",
  value: { meetings: "Dirección del calendario", minutes: "Dirección de las actas nuevas" },
  copy: "Copiar",
  copied: "Dirección copiada.",
  copyFailed: "No se pudo copiar la dirección. Selecciónala y cópiala.",
  done: "Listo",
  cancel: "Cancelar",
  renewAsk: {
    title: "¿Crear una dirección nueva?",
    text: "La dirección actual deja de funcionar al momento. Cada programa que la usa necesita la nueva.",
    go: "Crear una dirección nueva",
  },
  removeAsk: {
    title: "¿Quitar esta suscripción?",
    text: "Su dirección deja de funcionar al momento. Los programas que la siguen no reciben nada más.",
    go: "Quitar la suscripción",
  },
  removed: "Suscripción quitada.",
  shown: "Ahora se muestran los títulos.",
  hidden: "Ya no se muestran los títulos.",
  error: {
    renew: "No se pudo crear la dirección. Inténtalo de nuevo.",
    change: "No se pudo cambiar la suscripción. Inténtalo de nuevo.",
    remove: "No se pudo quitar la suscripción. Inténtalo de nuevo.",
  },
  calendarName: "Acta: reuniones",
  meeting: "Reunión",
  minutesName: "Acta: actas nuevas",
  minutesOf: "Acta del {{date}}",
};
