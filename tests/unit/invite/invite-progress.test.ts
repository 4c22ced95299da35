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
  const sent = { sentAt: 1, createdAt: null };
  expect(creationStep(sent, false)).toEqual({ kind: "now", at: 1, what: "steps.creating", fact: null });
  expect(creationStep({ sentAt: 1, createdAt: 2 }, false)).toEqual({
    kind: "done",
    at: 2,
    what: "steps.created",
    fact: "steps.createdFact",
  });
});

test("a planned meeting that is changed is not said to be created", () => {
  expect(creationStep({ sentAt: 1, createdAt: null }, true).what).toBe("steps.changing");
});
