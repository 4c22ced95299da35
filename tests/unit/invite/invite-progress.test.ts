import { expect, test } from "vitest";
import { chosenTemplate, creationStep } from "#app/features/invite/invite-progress.tsx";

const templates = {
  options: [
    { value: "", text: "Basic system" },
    { value: "stand-up", text: "Stand-up" },
  ],
  chosen: "",
};

test.each([
  ["", "Basic system"],
  ["stand-up", "Stand-up"],
  ["gone", ""],
])("an invitation that is being sent names its template: %s", (templateId, name) => {
  expect(chosenTemplate({ templateId }, templates)).toBe(name);
});

test("an invitation is said to be in the history once its meeting is created, not before", () => {
  expect(creationStep({ sentAt: 1, createdAt: null })).toEqual({ kind: "now", at: 1, fact: null });
  expect(creationStep({ sentAt: 1, createdAt: 2 })).toEqual({ kind: "done", at: 2, fact: "steps.createdFact" });
});
