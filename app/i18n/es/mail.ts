import type { Texts } from "#app/i18n/types.ts";

export const mail: Texts["mail"] = {
  kind: {
    "minutes-ready": "Tu acta está lista",
    "recording-failed": "Una grabación ha fallado",
    "not-let-in": "Acta no pudo entrar en una llamada",
    "retention-warning": "Algo se eliminará pronto",
    "deletion-receipt": "Tu cuenta se ha eliminado",
    "payment-failed": "Ha fallado un pago",
  },
  ready: {
    subject: "Tu acta está lista: {{title}}",
    heading: "Tu acta está lista",
    firstLines: "Las primeras líneas",
    open: "Abrir el acta",
    pdf: "PDF del acta",
  },
  failed: { subject: "{{why}}: {{title}}", open: "Abrir la reunión" },
  retention: {
    heading: {
      recording: "El {{date}} se eliminarán grabaciones",
      transcript: "El {{date}} se eliminarán transcripciones",
      meeting: "El {{date}} se eliminarán reuniones",
    },
    text: {
      recording:
        "Tú elegiste cuánto tiempo guarda Acta las grabaciones. El {{date}} elimina las grabaciones de estas reuniones. Descarga antes lo que todavía necesites.",
      transcript:
        "Tú elegiste cuánto tiempo guarda Acta las transcripciones. El {{date}} elimina las transcripciones de estas reuniones. Descarga antes lo que todavía necesites.",
      meeting:
        "Tú elegiste cuánto tiempo guarda Acta las reuniones. El {{date}} elimina estas reuniones con todo lo que contienen. Descarga antes lo que todavía necesites.",
    },
    more_one: "Y una reunión más.",
    more_other: "Y {{count}} reuniones más.",
    change: "Cambiar cuánto tiempo las guarda Acta",
  },
  payment: {
    heading: "Ha fallado un pago de {{plan}}",
    text: "Tu plan sigue hasta el {{date}}. Si no se paga antes, pasas a Gratuito. No se borra nada.",
    pay: "Pagar ahora",
  },
  receipt: {
    heading: "Tu cuenta de Acta se ha eliminado",
    text: "Tu cuenta y todo lo que le pertenecía se eliminaron el {{date}}: reuniones, actas, transcripciones, grabaciones, chats y enlaces.",
    kept_one: "Una grabación se conserva porque la usa la reunión de otra persona. Ya nada la relaciona contigo.",
    kept_other:
      "{{count}} grabaciones se conservan porque las usan reuniones de otras personas. Ya nada las relaciona contigo.",
    last: "Este es el último correo de Acta. Tu dirección se elimina en un plazo de 24 horas.",
  },
  confirm: {
    subject: "Confirma tu dirección para Acta",
    heading: "Confirma tu dirección",
    text: "Alguien con una sesión en Acta ha indicado esta dirección en los ajustes para recibir sus correos. Si has sido tú, confírmala. El enlace funciona durante {{hours}} horas.",
    button: "Confirmar la dirección",
    notYou: "Si no has sido tú, no hagas nada. Acta no enviará más correos aquí.",
    question: "¿Confirmar esta dirección?",
    explained:
      "Acta enviará a esta dirección los correos de la persona que la ha indicado. Confírmala solo si has sido tú.",
    doneTitle: "Dirección confirmada",
    done: "Acta envía ahora tus correos a esta dirección. En los ajustes puedes activar y desactivar cada tipo.",
    goneTitle: "Este enlace ya no funciona",
    gone: "Tiene más de {{hours}} horas o lo ha sustituido un enlace más nuevo. Pide otro en los ajustes.",
  },
  invitation: {
    subject: "{{inviter}} te invita a {{team}} en Acta",
    heading: "Únete a {{team}} en Acta",
    text: "{{inviter}} tiene una plaza para ti en {{team}}. Acta graba las reuniones que tú eliges y escribe sus actas. El equipo paga la plaza, y tus reuniones siguen siendo tuyas.",
    button: "Abrir la invitación",
    term: "El enlace funciona durante {{days}} días y solo para esta dirección. Si no conoces a {{inviter}}, no hagas nada.",
  },
  footer: {
    whyMeeting: "Recibes este correo porque la reunión es tuya.",
    whyAccount: "Recibes este correo porque tienes una cuenta en Acta.",
    whyDeleted: "Recibes este correo porque pediste a Acta que eliminara tu cuenta.",
    whyAsked: "Recibes este correo porque alguien ha indicado esta dirección en Acta.",
    whyInvited: "Recibes este correo porque {{inviter}} ha indicado esta dirección en Acta.",
    stop: "No recibir más correos de este tipo",
    settings: "Ajustes",
  },
  unsubscribe: {
    title: "Correos de Acta",
    question: "¿No recibir más estos correos?",
    text: "Acta dejará de enviar correos de este tipo a quien pertenece este enlace. Todo lo demás sigue igual.",
    kind: "Tipo: {{kind}}",
    stop: "No recibirlos más",
    doneTitle: "Hecho",
    done: "Si el enlace es válido, Acta ya no envía correos de este tipo. En los ajustes puedes activar y desactivar cada tipo.",
    toSettings: "Ir a los ajustes",
  },
};
