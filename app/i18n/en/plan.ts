/** Use of the plan, and the dialog that replaces a form when the free limit is reached (§2). */
export const plan = {
  used: "{{used}} of {{limit}} used",
  limit: {
    title: "limit reached",
    usedOnPlan: "used on the free plan",
    ofLimit: "{{used}} of {{limit}}",
    text: "That is all that the free plan includes. What is written can still be read and shared.",
    pro: "Pro has no limit. Nothing is charged before you have chosen.",
    upgrade: "Upgrade plan",
  },
} as const;
