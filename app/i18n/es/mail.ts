import type { Texts } from "#app/i18n/types.ts";

export const mail: Texts["mail"] = {
  kind: {
    "minutes-ready": "Tu acta está lista",
    "recording-failed": "Una grabación ha fallado",
    "not-let-in": "Acta no pudo entrar en una llamada",
    "meeting-shown": "Alguien te muestra una reunión",
    "retention-warning": "Algo se eliminará pronto",
    "deletion-receipt": "Tu cuenta se ha eliminado",
    "calendar-reconnect": "Vuelve a conectar tu calendario",
    "join-soon": "Acta entrará dentro de una hora",
    "join-limit": "Acta no entra: plan agotado",
    "payment-failed": "Ha fallado un pago",
    "delivery-parked": "Algo no se pudo enviar",
    "weekly-digest": "Tu semana",
    "follow-up": "Seguimiento de una reunión",
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
  shown: {
    subject: "{{by}} te muestra una reunión: {{title}}",
    heading: "{{by}} te muestra una reunión",
    text: "Puedes leer su acta y su transcripción, reproducir la grabación y hacer preguntas. También la encuentras en tu historial, en «Compartidas conmigo».",
    open: "Abrir la reunión",
  },
  payment: {
    heading: "Ha fallado un pago de {{plan}}",
    open: {
      text: "Tu plan sigue hasta el {{date}}. Si no se paga antes, pasas al plan gratuito. No se borra nada.",
      button: "Pagar ahora",
    },
    over: {
      heading: "Tu plan {{plan}} ha terminado",
      text: "El {{date}} el pago seguía pendiente, así que has pasado al plan gratuito. No se ha borrado nada. Si pagas, el plan continúa.",
      button: "Pagar ahora",
    },
    ended: {
      text: "El {{date}} el pago seguía pendiente, así que el plan ha terminado y has pasado al plan gratuito. No se ha borrado nada. Si quieres recuperar el plan, vuelve a elegirlo.",
      button: "Elegir un plan",
    },
    double: {
      heading: "Pagas {{plan}} dos veces",
      text: "Hay dos suscripciones activas en tu espacio de trabajo, así que pagas dos veces. Para que se te devuelva el segundo pago, termina una de ellas en «Facturas y pago» y responde al correo con su factura. Quien administra Acta ya lo sabe.",
      button: "Abrir el plan",
    },
  },
  receipt: {
    heading: "Tu cuenta de Acta se ha eliminado",
    text: "Tu cuenta y todo lo que le pertenecía se eliminaron el {{date}}: reuniones, actas, transcripciones, grabaciones, chats y enlaces.",
    kept_one: "Una grabación se conserva porque la usa la reunión de otra persona. Ya nada la relaciona contigo.",
    kept_other:
      "{{count}} grabaciones se conservan porque las usan reuniones de otras personas. Ya nada las relaciona contigo.",
    last: "Este es el último correo de Acta. Tu dirección se elimina en un plazo de 24 horas.",
  },
  parked: {
    subject: "No enviado: {{name}}",
    heading: "Algo no se pudo enviar",
    happened: "Acta no pudo enviar algo a {{name}} ({{kind}}) y no vuelve a intentarlo por sí sola.",
    text: "En los ajustes ves qué era y por qué, y puedes enviarlo de nuevo. No recibirás otro correo sobre esto hasta que algo llegue allí.",
    open: "Abrir los ajustes",
  },
  reconnect: {
    subject: "Vuelve a conectar tu calendario: {{account}}",
    heading: "Vuelve a conectar tu calendario",
    happened: {
      google: "Google ya no permite que Acta lea los calendarios de {{account}}.",
      microsoft: "Microsoft ya no permite que Acta lea los calendarios de {{account}}.",
      ics: "La dirección del calendario {{account}} ya no funciona.",
    },
    text: "Hasta que lo vuelvas a conectar, Acta no entra en ninguna de sus reuniones. Lo que elegiste para sus calendarios se conserva.",
    open: "Abrir los ajustes",
  },
  soon: {
    subject: "Acta entrará dentro de una hora: {{title}}",
    heading: "Acta entrará dentro de una hora",
    untitled: "Reunión",
    why: {
      organiser: "La reunión está en tu calendario {{calendar}} y la organizas tú.",
      accepted: "La reunión está en tu calendario {{calendar}} y la has aceptado.",
      "switched-on": "La reunión está en tu calendario {{calendar}} y elegiste que Acta entre.",
    },
    text: "No tienes que hacer nada. Si no quieres que Acta entre en esta reunión, usa el botón; tus demás reuniones siguen igual.",
    keepOut: "Que Acta no entre en esta reunión",
    question: "¿Que Acta no entre en esta reunión?",
    explained: "Acta no entrará en esta reunión concreta. Todo lo demás sigue igual, y puedes cambiarlo en Inicio.",
    button: "Que Acta no entre",
    doneTitle: "Acta no entrará",
    done: "Acta no entrará en esta reunión. Si ya está en la llamada, termina la grabación en la página de la reunión.",
    goneTitle: "Este enlace ya no funciona",
    gone: "La reunión ha terminado, ha cambiado o ya no está en tu calendario.",
  },
  limit: {
    subject: "Acta no entra: {{title}}",
    heading: "Acta no entra en esta reunión",
    why: "La reunión está en tu calendario {{calendar}}. Las {{limit}} grabaciones de tu plan están agotadas, así que Acta no entra en esta reunión ni en las siguientes.",
    todo: "Elige un plan sin límite y Acta volverá a entrar en tus reuniones. También en esta, si eliges el plan antes de que empiece. Tus grabaciones, actas y calendarios siguen igual.",
    open: "Elegir un plan",
  },
  confirm: {
    subject: "Confirma tu dirección para Acta",
    heading: "Confirma tu dirección",
    text: "{{name}} ha iniciado sesión en Acta y ha indicado esta dirección. Si eres {{name}}, abre el enlace en el navegador donde lo has pedido. Funciona durante {{hours}} horas.",
    does: "Acta enviará aquí los correos de {{name}}. Si se abre en el navegador donde se pidió, el enlace también permite a {{name}} leer lo que otros muestran a esta dirección y aceptar sus invitaciones a equipos.",
    button: "Confirmar la dirección",
    notYou:
      "Si no eres {{name}}, no hagas nada y no reenvíes este correo. Si has confirmado por error, abre el mismo enlace y retira la dirección.",
    question: "¿Confirmar esta dirección para {{name}}?",
    explained:
      "Confírmala solo si eres {{name}}. Más tarde puedes retirar la dirección con el mismo enlace o en los ajustes.",
    doneTitle: "Dirección confirmada",
    end: {
      proven:
        "Acta envía ahora tus correos a esta dirección y puedes abrir lo que otros le muestran. En los ajustes puedes activar y desactivar cada tipo de correo.",
      mails:
        "Acta envía ahora los correos de {{name}} a esta dirección. Para leer también lo que otros le muestran, {{name}} tiene que abrir el mismo enlace en el navegador donde lo pidió.",
      "vouched-elsewhere":
        "Acta envía ahora tus correos a esta dirección. Lo que otros le muestran se abre en la cuenta que inicia sesión con ella.",
    },
    confirmed: "{{name}} recibe correos en {{address}}. Si no eres {{name}}, retira la dirección.",
    takeBack: "Retirar la dirección",
    backTitle: "Dirección retirada",
    back: "Acta ya no envía aquí los correos de esta persona, que tampoco puede abrir lo que otros muestran a esta dirección.",
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
  followUp: {
    open: "Abrir la reunión",
    stop: "Dejar de recibir correos de este tipo",
    stopText:
      "Acta no enviará más correos de seguimiento de reuniones a la dirección de este enlace, los escriba quien los escriba.",
    stopped: "Si el enlace es válido, Acta no enviará más correos de seguimiento a su dirección.",
  },
  digest: {
    subject: "Tu semana, del {{from}} al {{to}}",
    heading: "Tu semana",
    week: "{{from}} – {{to}}",
    meetings: "Actas de la semana pasada",
    tasks: "Tus tareas pendientes",
    more_one: "Y una reunión más.",
    more_other: "Y {{count}} reuniones más.",
    moreTasks: "Tienes más tareas pendientes que estas.",
    open: "Abrir el historial",
    unconfirmed: "Sin confirmar",
    allTasks: "Todas tus tareas",
  },
  footer: {
    whyMeeting: "Recibes este correo porque la reunión es tuya.",
    whyAccount: "Recibes este correo porque tienes una cuenta en Acta.",
    whyDeleted: "Recibes este correo porque pediste a Acta que eliminara tu cuenta.",
    whyAsked: "Recibes este correo porque {{name}} ha indicado esta dirección en Acta.",
    whyCalendar: "Recibes este correo porque conectaste este calendario con Acta.",
    whyParked: "Recibes este correo porque conectaste este destino con Acta.",
    whySoon: "Recibes este correo porque activaste los correos antes de las reuniones.",
    whyDigest: "Recibes este correo porque activaste el resumen semanal.",
    whyInvited: "Recibes este correo porque {{inviter}} ha indicado esta dirección en Acta.",
    whyShown: "Recibes este correo porque {{by}} ha indicado tu dirección para esta reunión en Acta.",
    whyFollowUp:
      "Recibes este correo porque {{by}} ({{address}}) te lo ha enviado desde una reunión en Acta. Si respondes, tu respuesta le llegará a {{by}}.",
    stop: "Dejar de recibir correos de este tipo",
    settings: "Ajustes",
  },
  unsubscribe: {
    title: "Correos de Acta",
    question: "¿Dejar de recibir estos correos?",
    text: "Acta dejará de enviar correos de este tipo al titular de este enlace. Todo lo demás sigue igual.",
    kind: "Tipo: {{kind}}",
    stop: "Dejar de recibirlos",
    doneTitle: "Hecho",
    done: "Si el enlace es válido, Acta ya no envía correos de este tipo. En los ajustes puedes activar y desactivar cada tipo.",
    toSettings: "Ir a los ajustes",
  },
};
