import type { Texts } from "#app/i18n/types.ts";

export const split: Texts["split"] = {
  title: "Dividir la reunión",
  at: "La segunda parte empieza en {{at}}",
  nothingSaid: "Después no se dice nada.",
  lengths: "En esta reunión: {{first}}. En la segunda: {{second}}.",
  second: "Título de la segunda reunión",
  secondTitle: "{{title}} (2)",
  will: "Qué pasará",
  kept: "Esta reunión conserva su título, sus enlaces y su conversación. La segunda es privada hasta que la compartas.",
  same: "La segunda tiene la misma plantilla, carpeta y etiquetas, y los hablantes y las tareas de su parte.",
  minutes:
    "El acta de las dos se redacta de nuevo, una vez. La actual queda entre las versiones de esta reunión, con todas las líneas que cambiaste.",
  recording:
    "La grabación sigue siendo un solo archivo para las dos. Solo tú puedes reproducirla, porque contiene también la otra parte. Los enlaces, los invitados y tu equipo dejan de tenerla.",
  paid: "No se vuelve a transcribir nada y tu plan no cuenta nada.",
  back: "Puedes volver a juntarlas mientras las dos existan y sean tuyas.",
  confirm: "Dividir la reunión",
  pending: "Dividiendo",
  done: "Dividida en dos reuniones",
  undo: "Deshacer",
  undone: "Vuelve a ser una sola reunión",
  note: {
    first: "Esta es la primera parte de una reunión que dividiste.",
    second: "Esta es la segunda parte de una reunión que dividiste.",
    openFirst: "Abrir la primera parte",
    openSecond: "Abrir la segunda parte",
    join: "Volver a juntarlas",
  },
  join: {
    title: "Volver a juntar las dos partes",
    whole: "La primera reunión vuelve a estar entera, con el acta de antes de dividirla.",
    lost: "La segunda reunión se elimina con sus enlaces, su conversación y todo lo que se cambió en ella desde entonces.",
    kept: "Las tareas enviadas a otros servicios se quedan allí y no se envían dos veces.",
    confirm: "Juntar",
    pending: "Juntando",
  },
  error: {
    failed: "No se ha podido dividir la reunión. Inténtalo de nuevo en un momento.",
    joinFailed: "No se han podido juntar. Inténtalo de nuevo en un momento.",
    tooNear: "Cada parte necesita al menos diez segundos. Elige otro momento.",
    merged: "Esta reunión se compone de varias grabaciones. Sepáralas primero.",
    changed: "Una de las dos se ha unido con otra, dividido o borrado en parte desde entonces: ya no se pueden juntar.",
    tooMany: "Esta reunión ya se ha dividido nueve veces. Divide la segunda parte.",
    busy: "La reunión todavía se está grabando o redactando. Inténtalo cuando termine.",
    notReady: "La reunión todavía no tiene el acta terminada.",
  },
};
