import type { Texts } from "#app/i18n/types.ts";

export const home: Texts["home"] = {
  ask: {
    label: "Pregunta a tus reuniones",
    placeholder: "Pregunta: ¿Qué le prometimos a Girona?",
    send: "Preguntar",
  },
  greeting: {
    morning: "Buenos días, {{name}}",
    afternoon: "Buenas tardes, {{name}}",
    evening: "Buenas noches, {{name}}",
    morningAlone: "Buenos días",
    afternoonAlone: "Buenas tardes",
    eveningAlone: "Buenas noches",
  },
  usage: {
    count: "{{used}} de {{limit}}",
    after: "subidas usadas en el plan gratuito",
    label: "{{used}} de {{limit}} subidas usadas",
    recordingsAfter: "grabaciones usadas en el plan gratuito",
    recordingsLabel: "{{used}} de {{limit}} grabaciones usadas",
  },
  limit: {
    title: "Límite de reuniones alcanzado",
    uploads: "El plan gratuito incluye {{limit}} subidas y ya las has usado todas. Tus reuniones se quedan como están.",
    recordings:
      "El plan gratuito incluye {{limit}} grabaciones y ya las has usado todas. Tus reuniones se quedan como están.",
    both: "El plan gratuito incluye {{limit}} subidas y {{limit}} grabaciones, y ya las has usado todas. Tus reuniones se quedan como están.",
    upgrade: "Mejorar el plan",
  },
  parked: {
    text: "No enviado a {{names}}.",
    see: "Ver por qué",
  },
  stale: "Puede que estas listas no estén al día, porque Acta no responde. Se vuelven a leer enseguida.",
  inProgress: "En curso",
  transcribed: "{{done}} de {{all}} {{unit}} transcritos",
  unconfirmed: "Sin confirmar",
  myTasks: "Mis tareas pendientes",
  allTasks: "Todas las tareas",
  cancelled: {
    text: "Acta no entrará en esta llamada.",
    named: "Acta no entrará en «{{title}}».",
    open: "Abrir la reunión",
  },
  aboutYou: {
    title: "Sobre ti",
    text: "Dos páginas cortas, unos 2 minutos: tu empresa y tu teléfono, y después un calendario, para que Acta entre en las reuniones que organizas.",
    go: "Continuar",
    later: "Más tarde",
  },
  latest: "Últimas reuniones",
  allMeetings: "Todas las reuniones",
  sample: "Ejemplo",
  tasks_one: "{{count}} tarea",
  tasks_other: "{{count}} tareas",
  waiting: {
    TORECORD: "A la espera de la grabación",
    RECORDED: "La grabación ha llegado",
    TRANSCRIPTED: "La transcripción está lista; ahora viene el resumen",
    LLMING: "La transcripción ya se puede leer",
  },
  empty: {
    lead: "Aquí estarán tus reuniones, por escrito. Cada línea del resumen señala el momento de la grabación que la demuestra.",
    uploadTitle: "Sube una grabación",
    uploadText:
      "Una grabación de hasta 2 GB: un MP4 u otro archivo habitual de vídeo o sonido. El acta de una reunión de una hora está lista en unos minutos.",
    importTranscripts: "Importar transcripciones",
    sampleTitle: "Así es un acta",
    openSample: "Abrir la reunión de ejemplo",
    sampleNote: "La hemos escrito nosotros, con personas inventadas. No cuenta y se puede borrar.",
    sample1: "La jornada de puertas abiertas es el sábado 14 de marzo, de nueve a una.",
    sample2: "Carlos pide 60 cables de freno y 20 cámaras antes del viernes.",
    sample3: "Queda por saber quién vigila la puerta durante las reparaciones.",
  },
};
