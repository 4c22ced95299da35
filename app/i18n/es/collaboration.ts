import type { Texts } from "#app/i18n/types.ts";

export const collaboration: Texts["collaboration"] = {
  title: { slack: "Actas en Slack", notion: "Actas en Notion" },
  place: { slack: "Canal", notion: "Base de datos" },
  hint: {
    slack: "Los canales en los que estás. Para uno privado, invita antes a Acta.",
    notion:
      "Las bases de datos que has dado a Acta. Acta añade una propiedad «Acta ID», para que una reunión nunca tenga dos páginas.",
  },
  choose: "Elige",
  private: "{{name}} (privado)",
  loading: "Leyendo lo que hay…",
  none: {
    slack: "Acta no ve ningún canal en el que estés.",
    notion: "No has dado ninguna base de datos a Acta. Vuelve a conectar Notion y elige una.",
  },
  when: "Cuándo se envían",
  sends: {
    hand: "Solo cuando las envío yo",
    all: "Después de cada reunión",
    templates: "Después de reuniones con estas plantillas",
  },
  basic: "Básica",
  updates: {
    slack: "Cambiar el mensaje cuando se corrige el acta",
    notion: "Cambiar la página cuando se corrige el acta",
  },
  fields: "Propiedades",
  fieldsHint: "Una propiedad que se llama como un campo de tu plantilla recibe su texto automáticamente.",
  field: {
    startsAt: "Fecha",
    link: "Enlace a la reunión",
    duration: "Duración en minutos",
    language: "Idioma",
    template: "Plantilla",
    speakers: "Personas que hablaron",
    keywords: "Palabras clave",
    tasks: "Tareas",
  },
  property: "Propiedad",
  unmapped: "En ninguna",
  save: "Guardar",
  disconnect: "Desconectar",
  again: "Volver a intentarlo",
  chosen: {
    slack: "A {{name}}",
    notion: "En {{name}}",
  },
  notChosen: {
    slack: "Elige un canal: antes no se envía nada.",
    notion: "Elige una base de datos: antes no se envía nada.",
  },
  error: {
    noPlace: { slack: "Elige un canal.", notion: "Elige una base de datos." },
    noTemplate: "Elige al menos una plantilla.",
    load: "Acta no ha podido leer lo que hay. Inténtalo de nuevo.",
    save: "No se ha podido guardar. Inténtalo de nuevo.",
    gone: "Ya no está, o Acta no lo ve. Elige otro.",
  },
  /** Around minutes there, in the language of the minutes. */
  sent: {
    open: "Abrir el acta en Acta",
    more: "El acta es más larga que un mensaje. El resto está en Acta.",
    note: "Acta ha escrito esta parte y la sustituye cuando se corrige el acta. Lo que escribes fuera de ella se queda.",
  },
};
