import { expect, test } from "vitest";
import { ownerKeyOf } from "#app/domain/tasks/task-owner.ts";

test.each([
  ["Marc", ["Marc Soler", "Marc Vidal", "Ana Puig"], ""],
  ["Marc Vidal", ["Marc Soler", "Marc Vidal"], "marc vidal"],
  ["Marc", ["Marc Vidal", "Ana Puig"], "marc vidal"],
  ["marc", ["Marc", "Marc Vidal"], ""],
  ["Marc Soler", ["Marc Soler", "Marc Soler Vidal"], "marc soler"],
  ["Ana María", ["Ana María Serra", "Ana Puig"], "ana maria serra"],
  ["Marc", ["Ana Puig"], "marc"],
  ["Marc", [], "marc"],
  [null, ["Marc Vidal"], ""],
] as const)("%s among %j is %j", (assigned, people, key) => expect(ownerKeyOf(assigned, people)).toBe(key));
