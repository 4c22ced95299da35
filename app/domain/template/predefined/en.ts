import type { PredefinedWords } from "#app/domain/template/predefined/structure.ts";

const TASKS = { prompt: "What somebody committed to do, with owner and deadline only where they were said." };
const TAGS = "Names and terms that the conversation turned on.";

export const EN: PredefinedWords = {
  "system-one-to-one": {
    name: "One-to-one",
    description: "A regular conversation between a manager and a team member.",
    fields: {
      mood: {
        title: "How things are going",
        prompt: "How the person feels about the work, the workload and the team.",
      },
      progress: { title: "Progress", prompt: "What was achieved or completed since the last conversation." },
      obstacles: { title: "Obstacles", prompt: "Problems, difficulties and anything the person is blocked by." },
      feedback: {
        title: "Feedback",
        prompt: "What went well, recognition, and what could be done better, in both directions.",
      },
      growth: { title: "Goals and development", prompt: "Goals, skills to learn and the next step in the career." },
      tasks: TASKS,
    },
  },
  "system-stand-up": {
    name: "Stand-up",
    description: "A short daily meeting: what is done, what comes next, what is in the way.",
    fields: {
      done: { title: "Done", prompt: "What was finished or moved forward since the last stand-up." },
      planned: { title: "Planned for today", prompt: "What each person is going to work on next." },
      blockers: {
        title: "Blockers",
        prompt: "Problems that stop or delay somebody's work.",
        columns: ["Blocker", "Raised by", "Help needed"],
      },
      tasks: TASKS,
    },
  },
  "system-sales-discovery": {
    name: "Sales discovery",
    description: "A first conversation with a prospect: need, budget, decision and next step.",
    fields: {
      summary: { prompt: "Who the prospect is, what they are looking for and how the conversation ended." },
      situation: {
        title: "Current situation",
        prompt: "How the prospect works today and the problems they have with it.",
      },
      qualification: {
        title: "Qualification",
        prompt: "What the prospect needs, the budget, how the decision is made, and the next step.",
        columns: ["Need", "Budget", "Decision", "Next step"],
      },
      objections: { title: "Objections", prompt: "Concerns and doubts, such as price, risk or time." },
      tags: { title: "Tags", prompt: TAGS },
      tasks: TASKS,
    },
  },
  "system-interview": {
    name: "Interview",
    description: "A job interview: experience, strengths, doubts and conditions.",
    fields: {
      background: { title: "Background", prompt: "Experience, studies and roles that the candidate spoke of." },
      covered: { title: "Topics covered", prompt: "The topics of the interview, in order." },
      strengths: { title: "Strengths", prompt: "Skills and successes that speak for the candidate." },
      doubts: { title: "Concerns", prompt: "Difficulties, risks and gaps that came up." },
      conditions: {
        title: "Conditions",
        prompt: "Salary, cost, availability and start date, as they were said.",
        columns: ["Condition", "Amount", "Date"],
      },
      askedBack: { title: "Questions from the candidate", prompt: "Questions that the candidate asked." },
      tasks: TASKS,
    },
  },
  "system-project-review": {
    name: "Project review",
    description: "The state of a project: deliverables, figures, risks and decisions.",
    fields: {
      summary: { prompt: "The state of the project and what the review concluded." },
      deliverables: {
        title: "Deliverables",
        prompt: "Parts of the project with their owner, their date and their status.",
        columns: [
          "Deliverable",
          "Owner",
          "Due date",
          { name: "Status", choices: ["Done", "On track", "At risk", "Delayed", "Blocked"] },
        ],
      },
      figures: {
        title: "Figures",
        prompt: "Budget, costs and results with their numbers.",
        columns: ["Measure", "Value"],
      },
      risks: { title: "Risks and problems", prompt: "Risks, problems and delays, and what they depend on." },
      decided: { title: "Decisions", prompt: "What was decided or agreed." },
      tasks: TASKS,
    },
  },
  "system-board-minutes": {
    name: "Board minutes",
    description: "Formal minutes: attendees, agenda, agreements, votes and signatures.",
    fields: {
      attendees: {
        title: "Attendees",
        prompt: "Everyone present, with the position in which they attend.",
        columns: ["Name", "Position"],
      },
      agenda: { title: "Agenda", prompt: "The items on the agenda, in order." },
      deliberation: { title: "Deliberation", prompt: "The reasons and opinions that were put forward." },
      agreements: {
        title: "Agreements",
        prompt: "What was agreed or approved, who is responsible and by when.",
        columns: ["Agreement", "Responsible", "Deadline"],
      },
      votes: {
        title: "Votes",
        prompt: "Motions that were voted on, with the votes in favour, against and abstentions.",
        columns: [
          "Motion",
          "In favour",
          "Against",
          "Abstentions",
          { name: "Result", choices: ["Carried", "Rejected"] },
        ],
      },
      openPoints: { title: "Open questions", prompt: "Questions that stay open for a later meeting." },
      signatures: {
        title: "Signatures",
        prompt: "Who signs the minutes, as it was said, and in which capacity.",
        columns: ["Signed by", "Capacity"],
      },
    },
  },
  "system-lecture": {
    name: "Lecture",
    description: "A class or a talk: outline, concepts, examples and assignments.",
    fields: {
      summary: { prompt: "What the lecture was about and what it concluded." },
      outline: { title: "Outline", prompt: "The topics of the lecture, in order." },
      concepts: { title: "Key concepts", prompt: "Terms that were defined or explained, and what they mean." },
      examples: { title: "Examples", prompt: "Examples and cases that were given." },
      assignments: {
        title: "Assignments",
        prompt: "Homework, reading and exams, with their dates.",
        columns: ["Assignment", "Due date"],
      },
      openQuestions: { title: "Questions", prompt: "Questions that were asked, and those left open." },
      tags: { title: "Tags", prompt: TAGS },
    },
  },
  "system-retrospective": {
    name: "Retrospective",
    description: "A team looks back: what went well, what did not, and what to try.",
    fields: {
      mood: { title: "Mood", prompt: "How the team feels about the period." },
      wentWell: { title: "What went well", prompt: "Successes and what works." },
      toImprove: { title: "What to improve", prompt: "Problems, difficulties and what went wrong." },
      ideas: { title: "Ideas to try", prompt: "Proposals and suggestions to do things differently." },
      agreed: { title: "Agreements", prompt: "What the team agreed or decided." },
      tasks: TASKS,
    },
  },
  "system-customer-support": {
    name: "Customer support",
    description: "A support call: the problem, what was done about it and what remains.",
    fields: {
      issue: { title: "Problem", prompt: "The problem or complaint, in the customer's words." },
      case: {
        title: "Case details",
        prompt: "What fails or causes trouble, since when, and how serious it is.",
        columns: ["Symptom", "Since", { name: "Severity", choices: ["Low", "Medium", "High", "Critical"] }],
      },
      solution: { title: "Solution", prompt: "What was tried, changed or offered to solve it." },
      unresolved: { title: "Unresolved", prompt: "Open questions and what is still pending." },
      tags: { title: "Tags", prompt: TAGS },
      tasks: TASKS,
    },
  },
};
