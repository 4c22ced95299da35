import type { Texts } from "#app/i18n/types.ts";

export const home: Texts["home"] = {
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
  },
  limit: {
    title: "Límite de reuniones alcanzado",
    text: "El plan gratuito incluye {{limit}} subidas y ya las has usado todas. Tus reuniones se quedan como están.",
    upgrade: "Mejorar el plan",
  },
  inProgress: "En curso",
  transcribed: "{{done}} de {{all}} {{unit}} transcritos",
  latest: "Últimas reuniones",
  allMeetings: "Todas las reuniones",
  tasks_one: "{{count}} tarea",
  tasks_other: "{{count}} tareas",
  waiting: {
    TORECORD: "A la espera de la grabación",
    RECORDED: "La grabación ha llegado",
    TRANSCRIPTED: "La transcripción está lista; ahora viene el resumen",
    LLMING: "La transcripción ya se puede leer",
  },
  empty: {
    lead: "Aquí estarán tus reuniones, escritas. Cada línea del resumen señala el momento de la grabación que la demuestra.",
    uploadTitle: "Sube una grabación",
    uploadText: "Un vídeo MP4 de hasta 2 GB. El acta de una hora tarda unos minutos.",
    sampleTitle: "Así es un acta",
    playFrom: "Reproducir desde",
    sample1: "El local nuevo se abre el 1 de febrero, con o sin rótulo.",
    sample2: "Iker pide tres presupuestos para el rótulo antes del viernes.",
    sample3: "Queda por saber quién guarda las llaves.",
  },
};
