import type { Texts } from "#app/i18n/types.ts";

export const privacy: Texts["privacy"] = {
  title: "Privacidad",
  archive: {
    heading: "Descargarlo todo",
    name: "Tu archivo",
    lead: "Grabaciones, transcripciones, actas, tareas, chats y datos de la cuenta en un archivo ZIP, con una página que se abre sin red. Puede ser grande: deja esta pestaña abierta hasta que tu navegador lo tenga.",
    action: "Descargarlo todo",
    title: "Todo lo de {{name}} en Acta",
    chosen: "Reuniones de {{name}} en Acta",
    written_one: "Escrito el {{at}}: {{count}} reunión.",
    written_other: "Escrito el {{at}}: {{count}} reuniones.",
    account: "Datos de la cuenta",
    chats: "Tus chats en reuniones de otras personas",
    none: "No hay reuniones.",
    nothing: "Esta reunión todavía no tiene archivos.",
    untitled: "Reunión",
  },
  keep: {
    heading: "Cuánto tiempo lo guarda Acta",
    ofMeeting: "Cuánto tiempo guarda Acta esta reunión",
    asDefault: "Como todas mis reuniones",
    recording: {
      label: "Grabaciones",
      hint: "Sonido e imagen. Después, las marcas de los momentos muestran la hora pero ya no se reproducen.",
    },
    transcript: {
      label: "Transcripciones",
      hint: "Después, la transcripción y el chat sobre ella desaparecen. El acta se queda, sin sus momentos.",
    },
    meeting: {
      label: "Actas y tareas",
      hint: "La reunión entera, con todo lo que contiene.",
    },
    forever: "Hasta que yo las elimine",
    transcribed: "Hasta que estén transcritas",
    days_one: "{{count}} día",
    days_other: "{{count}} días",
    months_one: "{{count}} mes",
    months_other: "{{count}} meses",
    years_one: "{{count}} año",
    years_other: "{{count}} años",
    note: "Los días cuentan desde la subida o la llamada. Un cambio no elimina nada de las reuniones existentes en sus primeras 24 horas. Una reunión puede tener su propia regla.",
    saved: "Guardado",
    failed: "No se ha podido guardar. Inténtalo de nuevo.",
  },
  leave: {
    heading: "Eliminar la cuenta",
    team: "Tu equipo",
    teamStays:
      "Eres miembro de {{team}}. Las reuniones que le has mostrado se quedan en el equipo. Todo lo demás se borra.",
    teamPasses:
      "Administras {{team}}. {{heir}} pasa a administrarlo. Las reuniones que le has mostrado se quedan en el equipo. Todo lo demás se borra.",
    teamEnds:
      "Administras {{team}} y no hay nadie más en él. El equipo termina, con su suscripción y sus invitaciones abiertas.",
    now: "Al momento",
    nowText:
      "Se cierran todas tus sesiones. Los enlaces compartidos y las claves de API dejan de funcionar. Acta sale de las llamadas en las que está.",
    hour: "En una hora",
    hourText:
      "Desaparecen todas las reuniones: grabaciones, transcripciones, actas y tareas. Solo queda una grabación que use la reunión de otra persona, para esa persona.",
    day: "En un día",
    dayText: "Tu dirección, que se guarda solo para el justificante.",
    backups: "En 30 días",
    backupsText: "Desaparecen las copias de seguridad.",
    stays: "Se queda",
    staysText:
      "Lo que has enviado a otros sitios: HubSpot, Pipedrive, Slack, Notion, correos. Las facturas, como exige la ley. Durante un año, una marca cifrada de tu inicio de sesión con el número de reuniones gratuitas que usaste, que no nombra a nadie: para que el límite gratuito se cumpla.",
    confirm: "Escribe tu dirección de correo para confirmar",
    confirmName: "Escribe tu nombre para confirmar",
    action: "Eliminar la cuenta",
    wrong: "Esa no es la dirección de esta cuenta.",
    failed: "No se ha podido eliminar la cuenta. No ha cambiado nada. Inténtalo de nuevo.",
  },
  meeting: {
    willGo: {
      recording: "La grabación se eliminará el",
      transcript: "La transcripción y el chat se eliminarán el",
      meeting: "Esta reunión se eliminará el",
    },
    gone: {
      recording: "La grabación se eliminó según la regla el",
      transcript: "La transcripción y el chat se eliminaron según la regla el",
      meeting: "Esta reunión se eliminó según la regla el",
    },
    keep: "Guardar todo de esta reunión",
    kept: "Acta guarda todo de esta reunión hasta que lo elimines.",
    failed: "No se ha podido guardar. Inténtalo de nuevo.",
    objection: "Una persona grabada se opone ({{name}}):",
    unnamed: "sin nombre",
    objectionTodo: "Respóndele, y elimina la grabación si tiene derecho a ello.",
  },
  recorded: {
    title: "Sobre esta grabación",
    lead: "Acta graba esta reunión para {{name}}. Empezó el",
    leadUnnamed: "Acta graba esta reunión para la persona que la invitó. Empezó el",
    what: "Acta guarda el sonido, y la imagen cuando se comparte, escribe lo que se dice y hace un acta. Solo la ve esa persona, y aquellas con quienes la comparta.",
    stop: "Para terminar la grabación ahora, escribe «para» en el chat de la reunión. Acta se va entonces.",
    rights:
      "Puedes pedir una copia, una corrección o la eliminación de lo que trata de ti. Decide la persona para la que graba Acta, y tiene que responderte.",
    object: "Oponerse a la grabación",
    name: "Tu nombre (si quieres)",
    text: "¿Qué debe pasar?",
    empty: "Escribe a qué te opones.",
    send: "Enviar la oposición",
    sent: "Tu oposición se ha recibido. La persona para la que graba Acta la ve junto a la reunión.",
    notTaken:
      "Tu oposición no se ha guardado: esta reunión ya no admite más, o se ha eliminado. Escribe a {{address}}.",
    unknown: "No hay ninguna reunión en esta dirección. Puede que se haya eliminado, y su grabación con ella.",
    operator: "Quien ofrece este servicio:",
  },
};
