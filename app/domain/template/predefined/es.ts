import type { PredefinedWords } from "#app/domain/template/predefined/structure.ts";

const TASKS = { prompt: "Lo que alguien se comprometió a hacer, con responsable y plazo solo si se dijeron." };
const TAGS = "Nombres y términos en torno a los que giró la conversación.";

export const ES: PredefinedWords = {
  "system-one-to-one": {
    name: "Reunión individual",
    description: "Una conversación periódica entre responsable y miembro del equipo.",
    fields: {
      mood: { title: "Cómo va todo", prompt: "Cómo se siente la persona con el trabajo, la carga y el equipo." },
      progress: { title: "Avances", prompt: "Lo que se ha logrado o terminado desde la última conversación." },
      obstacles: { title: "Obstáculos", prompt: "Problemas, dificultades y todo lo que bloquea a la persona." },
      feedback: {
        title: "Valoración",
        prompt: "Lo que ha ido bien, reconocimientos y lo que se puede mejorar, en ambos sentidos.",
      },
      growth: {
        title: "Objetivos y desarrollo",
        prompt: "Objetivos, habilidades por aprender y próximo paso profesional.",
      },
      tasks: TASKS,
    },
  },
  "system-stand-up": {
    name: "Reunión diaria",
    description: "Una reunión breve cada día: qué está hecho, qué sigue y qué lo impide.",
    fields: {
      done: { title: "Hecho", prompt: "Lo terminado o avanzado desde la última reunión diaria." },
      planned: { title: "Previsto para hoy", prompt: "En qué va a trabajar cada persona a continuación." },
      blockers: {
        title: "Bloqueos",
        prompt: "Problemas que detienen o retrasan el trabajo de alguien.",
        columns: ["Bloqueo", "Planteado por", "Ayuda necesaria"],
      },
      tasks: TASKS,
    },
  },
  "system-sales-discovery": {
    name: "Descubrimiento comercial",
    description: "Una primera conversación con un posible cliente: necesidad, presupuesto, decisión y siguiente paso.",
    fields: {
      summary: { prompt: "Quién es el posible cliente, qué busca y cómo terminó la conversación." },
      situation: { title: "Situación actual", prompt: "Cómo trabaja hoy el posible cliente y qué problemas tiene." },
      qualification: {
        title: "Calificación",
        prompt: "Lo que necesita el cliente, el presupuesto, cómo se decide y el siguiente paso.",
        columns: ["Necesidad", "Presupuesto", "Decisión", "Siguiente paso"],
      },
      objections: { title: "Objeciones", prompt: "Preocupaciones y dudas, como el precio, el riesgo o el plazo." },
      tags: { title: "Etiquetas", prompt: TAGS },
      tasks: TASKS,
    },
  },
  "system-interview": {
    name: "Entrevista",
    description: "Una entrevista de trabajo: experiencia, puntos fuertes, dudas y condiciones.",
    fields: {
      background: {
        title: "Trayectoria",
        prompt: "Experiencia, estudios y puestos de los que habló la persona candidata.",
      },
      covered: { title: "Temas tratados", prompt: "Los temas de la entrevista, en orden." },
      strengths: { title: "Fortalezas", prompt: "Habilidades y éxitos que hablan a favor de la candidatura." },
      doubts: { title: "Preocupaciones", prompt: "Dificultades, riesgos y carencias que salieron." },
      conditions: {
        title: "Condiciones",
        prompt: "Salario, coste, disponibilidad y fecha de incorporación, tal como se dijeron.",
        columns: ["Condición", "Importe", "Fecha"],
      },
      askedBack: { title: "Preguntas de la persona candidata", prompt: "Preguntas que hizo la persona candidata." },
      tasks: TASKS,
    },
  },
  "system-project-review": {
    name: "Revisión de proyecto",
    description: "El estado de un proyecto: entregables, cifras, riesgos y decisiones.",
    fields: {
      summary: { prompt: "El estado del proyecto y las conclusiones de la revisión." },
      deliverables: {
        title: "Entregables",
        prompt: "Partes del proyecto con su responsable, su fecha y su estado.",
        columns: [
          "Entregable",
          "Responsable",
          "Fecha prevista",
          { name: "Estado", choices: ["Terminado", "En plazo", "En riesgo", "Retrasado", "Bloqueado"] },
        ],
      },
      figures: {
        title: "Cifras",
        prompt: "Presupuesto, costes y resultados con sus números.",
        columns: ["Indicador", "Valor"],
      },
      risks: { title: "Riesgos y problemas", prompt: "Riesgos, problemas y retrasos, y de qué dependen." },
      decided: { title: "Decisiones", prompt: "Lo que se decidió o acordó." },
      tasks: TASKS,
    },
  },
  "system-board-minutes": {
    name: "Acta de reunión",
    description: "Un acta formal: asistentes, orden del día, acuerdos, votaciones y firmas.",
    fields: {
      attendees: {
        title: "Asistentes",
        prompt: "Todas las personas presentes, con el cargo en que asisten.",
        columns: ["Nombre", "Cargo"],
      },
      agenda: { title: "Orden del día", prompt: "Los puntos del orden del día, en su orden." },
      deliberation: { title: "Deliberación", prompt: "Los motivos y opiniones que se expusieron." },
      agreements: {
        title: "Acuerdos",
        prompt: "Lo que se acordó o aprobó, quién es responsable y para cuándo.",
        columns: ["Acuerdo", "Responsable", "Plazo"],
      },
      votes: {
        title: "Votaciones",
        prompt: "Propuestas que se votaron, con los votos a favor, en contra y las abstenciones.",
        columns: [
          "Propuesta",
          "A favor",
          "En contra",
          "Abstenciones",
          { name: "Resultado", choices: ["Aprobada", "Rechazada"] },
        ],
      },
      openPoints: { title: "Ruegos y preguntas", prompt: "Preguntas que quedan abiertas para otra reunión." },
      signatures: {
        title: "Firmas",
        prompt: "Quién firma el acta, tal como se dijo, y en calidad de qué.",
        columns: ["Firma", "En calidad de"],
      },
    },
  },
  "system-lecture": {
    name: "Clase",
    description: "Una clase o conferencia: esquema, conceptos, ejemplos y tareas.",
    fields: {
      summary: { prompt: "De qué trató la clase y a qué conclusión llegó." },
      outline: { title: "Esquema", prompt: "Los temas de la clase, en orden." },
      concepts: { title: "Conceptos clave", prompt: "Términos que se definieron o explicaron, y qué significan." },
      examples: { title: "Ejemplos", prompt: "Ejemplos y casos que se dieron." },
      assignments: {
        title: "Trabajos",
        prompt: "Deberes, lecturas y exámenes, con sus fechas.",
        columns: ["Trabajo", "Fecha de entrega"],
      },
      openQuestions: { title: "Preguntas", prompt: "Preguntas que se hicieron y las que quedaron abiertas." },
      tags: { title: "Etiquetas", prompt: TAGS },
    },
  },
  "system-retrospective": {
    name: "Retrospectiva",
    description: "Un equipo mira atrás: qué fue bien, qué no y qué probar.",
    fields: {
      mood: { title: "Ánimo", prompt: "Cómo se siente el equipo con este periodo." },
      wentWell: { title: "Qué fue bien", prompt: "Éxitos y lo que funciona." },
      toImprove: { title: "Qué mejorar", prompt: "Problemas, dificultades y lo que salió mal." },
      ideas: { title: "Ideas para probar", prompt: "Propuestas y sugerencias para hacer las cosas de otra manera." },
      agreed: { title: "Acuerdos", prompt: "Lo que el equipo acordó o decidió." },
      tasks: TASKS,
    },
  },
  "system-customer-support": {
    name: "Atención al cliente",
    description: "Una llamada de soporte: el problema, qué se hizo y qué queda.",
    fields: {
      issue: { title: "Problema", prompt: "El problema o la queja, en palabras del cliente." },
      case: {
        title: "Detalles del caso",
        prompt: "Qué falla o causa dificultades, desde cuándo y con qué gravedad.",
        columns: ["Síntoma", "Desde", { name: "Gravedad", choices: ["Baja", "Media", "Alta", "Crítica"] }],
      },
      solution: { title: "Solución", prompt: "Lo que se probó, cambió u ofreció para resolverlo." },
      unresolved: { title: "Sin resolver", prompt: "Preguntas abiertas y lo que sigue pendiente." },
      tags: { title: "Etiquetas", prompt: TAGS },
      tasks: TASKS,
    },
  },
};
