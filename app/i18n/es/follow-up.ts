import type { Texts } from "#app/i18n/types.ts";

export const followUp: Texts["connections"]["followUp"] = {
  title: "Correo de seguimiento",
  lead: "Escrito a partir del acta. Cambia lo que quieras; no se envía nada hasta que pulses el botón.",
  to: "Para",
  toHint: "Un correo por dirección, {{max}} como máximo. Separa las direcciones con comas o saltos de línea.",
  toNone: "Ningún calendario dice quién estaba invitado. Escribe las direcciones.",
  language: "Idioma",
  languageHint: "Las líneas del acta se quedan en {{language}}, tal como están.",
  fill: "Volver a escribirlo en {{language}}",
  kept: "Tus cambios se conservan. Si se vuelve a escribir en {{language}}, se pierden.",
  subject: "Asunto",
  text: "Texto",
  link: "Añadir un enlace a la reunión",
  linkHint:
    "Usa el enlace de la reunión, o crea uno. Cualquiera que lo tenga puede abrirlo; en «Compartir» se ve qué muestra.",
  replies: "Las respuestas llegan a {{address}}. El correo sale de Acta y lleva tu nombre.",
  send_one: "Enviar a {{count}} persona",
  send_other: "Enviar a {{count}} personas",
  sendNobody: "Enviar",
  program: "Abrir en el programa de correo",
  copied: "El texto es demasiado largo para el programa de correo. Está copiado: pégalo allí.",
  copiedPeople:
    "Las direcciones son demasiado largas para el programa de correo. Están copiadas, con el texto: pégalas allí.",
  cut: "El texto es demasiado largo para el programa de correo, que solo recibe el principio.",
  sent: "Los correos están en camino. En «Lo que se envió» puedes ver cuáles han salido.",
  before_one: "Ya se ha enviado a {{count}} persona, la última vez el {{date}}.",
  before_other: "Ya se ha enviado a {{count}} personas, la última vez el {{date}}.",
  cancel: "Cancelar",
  again: "Intentar de nuevo",
  invalid: {
    to: "Escribe al menos una dirección.",
    address: "Esto no es una dirección de correo: {{address}}",
    many: "Como máximo {{max}} direcciones.",
    subject: "Escribe un asunto.",
    text: "Escribe un texto.",
  },
  series: {
    choose: "Enviarlo automáticamente después de cada reunión posterior de esta serie",
    off: "Desactivado: nada se envía antes de que pulses el botón. Si lo activas, los próximos seguimientos van a las direcciones de arriba.",
    on: "Los próximos seguimientos se envían por sí solos, {{minutes}} minutos después de que el acta esté lista, en {{language}}, a: {{people}}. En la página de la reunión puedes detener o cambiar cada uno.",
    onLink:
      "Los próximos seguimientos se envían por sí solos, {{minutes}} minutos después de que el acta esté lista, en {{language}}, con un enlace compartido a la reunión, a: {{people}}. En la página de la reunión puedes detener o cambiar cada uno.",
    change: "Usar las direcciones y el idioma de arriba",
  },
  plan: {
    goes: "El seguimiento se envía por sí solo a las",
    gone: "El seguimiento ya se envió y no se puede detener. Salió a las",
    stopped: "No se enviará por sí solo ningún seguimiento de esta reunión.",
    quotations:
      "El seguimiento no se envió por sí solo: en lugar del acta hay citas, porque ningún modelo de lenguaje la escribió.",
    "no-address": "El seguimiento no se envió por sí solo: tu dirección de correo no está confirmada.",
    "too-many-mails":
      "El seguimiento no se envió por sí solo: se alcanzó el límite de correos de un día. No lo recibió nadie.",
    edit: "Editar",
    stop: "No enviar",
    close: "Cerrar",
  },
  draft: {
    subject: "Acta: {{title}}",
    greeting: "Hola:",
    lead: "Aquí está el acta de «{{title}}» ({{date}}).",
    end: "Un saludo,",
  },
  error: {
    stop: "No se ha podido detener el seguimiento. Inténtalo de nuevo.",
    series: "No se ha podido guardar la elección. Inténtalo de nuevo.",
    load: "No se ha podido escribir el correo. Inténtalo de nuevo.",
    send: "No se han podido enviar los correos. Inténtalo de nuevo.",
    mailOff: "Este servidor no envía correos. Abre el mensaje en tu programa de correo.",
    noAddress: "Confirma antes tu dirección de correo en los ajustes, para que te lleguen las respuestas.",
    link: "Acta no envía textos con direcciones de páginas web. Quítalas, o abre el correo en tu programa de correo.",
    tooMany:
      "Son más correos de los que una persona puede enviar, o una dirección recibir, en un día. No se ha enviado nada. Inténtalo mañana, o abre el correo en tu programa de correo.",
  },
};
