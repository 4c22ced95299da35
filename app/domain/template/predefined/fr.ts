import type { PredefinedWords } from "#app/domain/template/predefined/structure.ts";

const TASKS = {
  prompt: "Ce que quelqu’un s’est engagé à faire, avec responsable et échéance seulement s’ils ont été dits.",
};
const TAGS = "Les noms et les termes autour desquels a tourné l’échange.";

export const FR: PredefinedWords = {
  "system-one-to-one": {
    name: "Entretien individuel",
    description: "Un échange régulier entre responsable et membre de l’équipe.",
    fields: {
      mood: { title: "Comment ça va", prompt: "Le ressenti de la personne sur le travail, la charge et l’équipe." },
      progress: { title: "Progrès", prompt: "Ce qui a été accompli ou terminé depuis le dernier échange." },
      obstacles: { title: "Obstacles", prompt: "Les problèmes, les difficultés et tout ce qui bloque la personne." },
      feedback: {
        title: "Retours",
        prompt: "Ce qui s’est bien passé, la reconnaissance et ce qui peut s’améliorer, dans les deux sens.",
      },
      growth: {
        title: "Objectifs et évolution",
        prompt: "Les objectifs, les compétences à acquérir et la prochaine étape de carrière.",
      },
      tasks: TASKS,
    },
  },
  "system-stand-up": {
    name: "Point quotidien",
    description: "Une courte réunion chaque jour\u00a0: ce qui est fait, la suite et ce qui bloque.",
    fields: {
      done: { title: "Fait", prompt: "Ce qui a été terminé ou a avancé depuis le dernier point." },
      planned: { title: "Prévu aujourd’hui", prompt: "Ce sur quoi chacun va travailler ensuite." },
      blockers: {
        title: "Blocages",
        prompt: "Les problèmes qui arrêtent ou retardent le travail de quelqu’un.",
        columns: ["Blocage", "Signalé par", "Aide nécessaire"],
      },
      tasks: TASKS,
    },
  },
  "system-sales-discovery": {
    name: "Découverte commerciale",
    description: "Un premier échange avec un prospect\u00a0: besoin, budget, décision et prochaine étape.",
    fields: {
      summary: { prompt: "Qui est le prospect, ce qu’il cherche et comment l’échange s’est terminé." },
      situation: {
        title: "Situation actuelle",
        prompt: "Comment le prospect travaille aujourd’hui et les problèmes qu’il rencontre.",
      },
      qualification: {
        title: "Qualification",
        prompt: "Ce dont le prospect a besoin, le budget, la façon de décider et la prochaine étape.",
        columns: ["Besoin", "Budget", "Décision", "Prochaine étape"],
      },
      objections: {
        title: "Objections",
        prompt: "Les inquiétudes et les doutes, comme le prix, le risque ou le délai.",
      },
      tags: { title: "Étiquettes", prompt: TAGS },
      tasks: TASKS,
    },
  },
  "system-interview": {
    name: "Entretien d’embauche",
    description: "Un entretien d’embauche\u00a0: expérience, points forts, doutes et conditions.",
    fields: {
      background: { title: "Parcours", prompt: "L’expérience, les études et les postes dont la personne a parlé." },
      covered: { title: "Thèmes abordés", prompt: "Les thèmes de l’entretien, dans l’ordre." },
      strengths: { title: "Points forts", prompt: "Les compétences et les réussites qui parlent pour la candidature." },
      doubts: { title: "Réserves", prompt: "Les difficultés, les risques et les lacunes apparus." },
      conditions: {
        title: "Conditions",
        prompt: "Le salaire, le coût, la disponibilité et la date d’arrivée, comme ils ont été dits.",
        columns: ["Condition", "Montant", "Date"],
      },
      askedBack: { title: "Questions de la personne reçue", prompt: "Les questions que la personne reçue a posées." },
      tasks: TASKS,
    },
  },
  "system-project-review": {
    name: "Revue de projet",
    description: "L’état d’un projet\u00a0: livrables, chiffres, risques et décisions.",
    fields: {
      summary: { prompt: "L’état du projet et les conclusions de la revue." },
      deliverables: {
        title: "Livrables",
        prompt: "Les parties du projet avec leur responsable, leur date et leur état.",
        columns: [
          "Livrable",
          "Responsable",
          "Date prévue",
          { name: "État", choices: ["Terminé", "Dans les temps", "À risque", "En retard", "Bloqué"] },
        ],
      },
      figures: {
        title: "Chiffres",
        prompt: "Le budget, les coûts et les résultats avec leurs nombres.",
        columns: ["Indicateur", "Valeur"],
      },
      risks: {
        title: "Risques et problèmes",
        prompt: "Les risques, les problèmes et les retards, et ce dont ils dépendent.",
      },
      decided: { title: "Décisions", prompt: "Ce qui a été décidé ou convenu." },
      tasks: TASKS,
    },
  },
  "system-board-minutes": {
    name: "Procès-verbal",
    description: "Un procès-verbal formel\u00a0: participants, ordre du jour, accords, votes et signatures.",
    fields: {
      attendees: {
        title: "Personnes présentes",
        prompt: "Toutes les personnes présentes, avec la fonction à laquelle elles participent.",
        columns: ["Nom", "Fonction"],
      },
      agenda: { title: "Ordre du jour", prompt: "Les points de l’ordre du jour, dans leur ordre." },
      deliberation: { title: "Débats", prompt: "Les raisons et les avis qui ont été exposés." },
      agreements: {
        title: "Accords",
        prompt: "Ce qui a été convenu ou approuvé, qui en est responsable et pour quand.",
        columns: ["Accord", "Responsable", "Échéance"],
      },
      votes: {
        title: "Votes",
        prompt: "Les propositions mises aux voix, avec les votes pour, contre et les abstentions.",
        columns: [
          "Proposition",
          "Pour",
          "Contre",
          "Abstentions",
          { name: "Résultat", choices: ["Adoptée", "Rejetée"] },
        ],
      },
      openPoints: {
        title: "Questions en suspens",
        prompt: "Les questions qui restent ouvertes pour une autre réunion.",
      },
      signatures: {
        title: "Signatures",
        prompt: "Qui signe le procès-verbal, comme cela a été dit, et à quel titre.",
        columns: ["Signé par", "À titre de"],
      },
    },
  },
  "system-lecture": {
    name: "Cours",
    description: "Un cours ou une conférence\u00a0: plan, notions, exemples et devoirs.",
    fields: {
      summary: { prompt: "Le sujet du cours et sa conclusion." },
      outline: { title: "Plan du cours", prompt: "Les thèmes du cours, dans l’ordre." },
      concepts: { title: "Notions clés", prompt: "Les termes définis ou expliqués, et ce qu’ils signifient." },
      examples: { title: "Exemples", prompt: "Les exemples et les cas donnés." },
      assignments: {
        title: "Devoirs",
        prompt: "Les exercices, les lectures et les examens, avec leurs dates.",
        columns: ["Devoir", "Date de remise"],
      },
      openQuestions: { title: "Questions", prompt: "Les questions posées et celles qui restent ouvertes." },
      tags: { title: "Étiquettes", prompt: TAGS },
    },
  },
  "system-retrospective": {
    name: "Rétrospective",
    description:
      "Une équipe regarde en arrière\u00a0: ce qui a marché, ce qui n’a pas marché et ce qu’il faut essayer.",
    fields: {
      mood: { title: "Humeur", prompt: "Le ressenti de l’équipe sur la période." },
      wentWell: { title: "Points positifs", prompt: "Les réussites et ce qui fonctionne." },
      toImprove: { title: "À améliorer", prompt: "Les problèmes, les difficultés et ce qui s’est mal passé." },
      ideas: { title: "Idées à essayer", prompt: "Les propositions et les suggestions pour faire autrement." },
      agreed: { title: "Accords", prompt: "Ce que l’équipe a convenu ou décidé." },
      tasks: TASKS,
    },
  },
  "system-customer-support": {
    name: "Assistance client",
    description: "Un appel d’assistance\u00a0: le problème, ce qui a été fait et ce qui reste.",
    fields: {
      issue: { title: "Problème", prompt: "Le problème ou la plainte, avec les mots du client." },
      case: {
        title: "Détails du dossier",
        prompt: "Ce qui est en panne ou cause des difficultés, depuis quand et avec quelle gravité.",
        columns: ["Symptôme", "Depuis", { name: "Gravité", choices: ["Faible", "Moyenne", "Élevée", "Critique"] }],
      },
      solution: { title: "Solution", prompt: "Ce qui a été essayé, changé ou proposé pour le résoudre." },
      unresolved: { title: "Non résolu", prompt: "Les questions ouvertes et ce qui reste en suspens." },
      tags: { title: "Étiquettes", prompt: TAGS },
      tasks: TASKS,
    },
  },
};
