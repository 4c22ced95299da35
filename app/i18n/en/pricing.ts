export const pricing = {
  lead: "Only the free plan can be used today. The others are not yet on sale, and have no price yet.",
  yours: "Your plan",
  notOnSale: "Not yet on sale",
  free: {
    name: "Free",
    uploads: "{{limit}} uploads",
    recordings: "{{limit}} recordings of online meetings",
    moments: "Minutes in which every line points at its moment",
  },
  pro: { name: "Pro", unlimited: "Uploads and recordings without limit", months: "Recordings of the last 6 months" },
  business: { name: "Business", unlimited: "Uploads and recordings without limit" },
  team: {
    name: "Team",
    unlimited: "Uploads and recordings without limit",
    seats: "For 3 members and more, each with a seat",
  },
  questions: {
    heading: "What you may want to know",
    limitQuestion: "What happens when the free plan is used up?",
    limitAnswer: "Nothing is deleted. What is written stays readable; new uploads need another plan.",
    saleQuestion: "When can a plan be bought?",
    saleAnswer: "That is not decided yet. Prices will be on this page before anything is sold.",
  },
} as const;
