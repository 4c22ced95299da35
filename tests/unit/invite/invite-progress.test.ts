import { expect, test } from "vitest";
import { chosenTemplate } from "#app/features/invite/invite-progress.tsx";

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
