import { expect, test } from "vitest";
import { judgeDialog } from "#workers/recorder/src/platforms/classify/classify-page.ts";
import { isBotName } from "#workers/recorder/src/platforms/bot-names.ts";

test.each([
  "Acta · notes for Bram",
  "Fireflies.ai Notetaker Iria",
  "Otter.ai",
  "OtterPilot",
  "Bram's Notetaker",
  "Fathom Notetaker",
  "read.ai meeting notes",
  "tl;dv",
  "Avoma Assistant",
  "Notta Bot",
  "Notes by Gemini",
  "Circleback",
  "Spinach AI",
  "tldv.io",
  "Otter Pilot",
  "Meeting BaaS Bot",
  "Fathom AI",
  "Iria's Notetaker",
  "Bot de notas de Bram",
  "Notas de Gemini",
  "Asistente IA de Nora",
  "Assistente de reunião",
  "Webex Assistant",
  "KI-Assistent",
  "Protokoll-Bot",
  "Assistent de reunions",
  "Preneur de notes de Bram",
  "Assistant de réunion",
  "Assistent d’IA",
  "Google Gemini",
  "Gemini (Iria)",
  "Microsoft 365 Copilot",
  "Spinach",
  "Spinach.io",
  "Fathom",
  "Transcription Bot",
  "Happy Scribe",
])("%s is a bot", (name) => {
  expect(isBotName(name)).toBe(true);
});

test.each([
  null,
  "",
  "Iria Soto",
  "Otto Grain",
  "Fathom Lee",
  "Abbot Bram",
  "Gong Wei",
  "Acta",
  "Robot club",
  "Gemini Lee",
  "Otter",
  "Ana Notario",
  "Grain Ward",
])("%s is a person", (name) => {
  expect(isBotName(name)).toBe(false);
});

const dialog = (name: string, lines: string[], buttons: string[]) => ({ name, lines, buttons });

test.each([
  { of: dialog("Others may see your video differently", [], ["Got it"]), verdict: { close: "Got it" } },
  { of: dialog("", ["Your microphone is off"], ["Learn more", "Dismiss"]), verdict: { close: "Dismiss" } },
  { of: dialog("", ["Your camera is off"], ["Turn on"]), verdict: { keep: "unknown" } },
  { of: dialog("This call is being recorded", ["Others may see this"], ["Got it"]), verdict: { keep: "consent" } },
  { of: dialog("Take notes with Gemini", [], ["Got it"]), verdict: { keep: "consent" } },
  { of: dialog("", ["What’s new: Copilot"], ["OK"]), verdict: { keep: "consent" } },
  { of: dialog("", ["By staying you consent to the terms"], ["OK"]), verdict: { keep: "consent" } },
  { of: dialog("", ["Your microphone is off", "Start transcription"], ["OK"]), verdict: { keep: "consent" } },
  { of: dialog("", ["Leave the meeting?"], ["OK", "Close"]), verdict: { keep: "unknown" } },
  { of: dialog("", [], ["OK"]), verdict: { keep: "unknown" } },
])("the dialog “$of.name$of.lines” is answered with $verdict", ({ of, verdict }) => {
  expect(judgeDialog(of)).toEqual(verdict);
});
