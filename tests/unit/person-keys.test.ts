import { expect, test } from "vitest";
import { personKeyOf } from "#app/domain/meeting/list.ts";
import { namesInMinutes } from "#app/domain/tasks/task-list.ts";

test("names are found by the letters of any keyboard", () => {
  expect([personKeyOf("Łukasz Wójcik"), namesInMinutes("Łukasz Wójcik")[0]]).toEqual(["lukasz wojcik", "lukasz"]);
  expect(["Đorđe Işık", "Guðrún Þórsdóttir", "Søren Møller"].map(personKeyOf)).toEqual([
    "dorde isik",
    "gudrun thorsdottir",
    "soren moller",
  ]);
});
