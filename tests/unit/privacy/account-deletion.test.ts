import { expect, test } from "vitest";
import {
  confirmsDeletion,
  DELETION_STEPS,
  type DeletionStep,
  isAllDeleted,
  nextDeletionStep,
} from "#app/domain/privacy/account-deletion.ts";

test("the steps follow each other, and the last one ends the deletion", () => {
  const taken: DeletionStep[] = [];
  for (let step: DeletionStep | null = DELETION_STEPS[0]; step !== null; step = nextDeletionStep(step, "done")) {
    taken.push(step);
  }
  expect(taken).toEqual(DELETION_STEPS);
});

test("once everything is deleted only the receipt is left, and the workspace takes no more events", () => {
  expect(DELETION_STEPS.filter(isAllDeleted)).toEqual(["send-receipt"]);
  expect(isAllDeleted(null)).toBe(true);
});

test("meetings and conversations do not wait for the end of subscriptions, which a payment service may hold up for days", () => {
  const paid = DELETION_STEPS.indexOf("cancel-subscriptions");
  expect(DELETION_STEPS.slice(0, paid)).toEqual(expect.arrayContaining(["delete-meetings", "delete-chats"]));
  expect(DELETION_STEPS.slice(paid)).toContain("delete-person");
});

test("a step with more to do is done again, and a meeting that was made since is deleted too", () => {
  expect(nextDeletionStep("delete-meetings", "more")).toBe("delete-meetings");
  expect(nextDeletionStep("delete-person", "meetings-left")).toBe("delete-meetings");
});

test.each([
  ["nora@example.test", { email: "nora@example.test", name: "Nora" }, true],
  ["  Nora@Example.test ", { email: "nora@example.test", name: "Nora" }, true],
  ["Nora", { email: "nora@example.test", name: "Nora" }, false],
  ["nora", { email: null, name: "Nora" }, true],
  ["", { email: null, name: "" }, false],
  ["", { email: "nora@example.test", name: "Nora" }, false],
])("%j confirms the deletion of %j: %j", (typed, person, confirms) => {
  expect(confirmsDeletion(typed, person)).toBe(confirms);
});
