import type { Texts } from "#app/i18n/types.ts";

export const video: Texts["video"] = {
  awaited:
    "Ce texte vient du son de l’enregistrement, arrivé avant la vidéo. La vidéo est en route : laissez ouvert l’onglet qui l’envoie.",
  missing:
    "La vidéo de cet enregistrement n’est pas arrivée. Le compte rendu et la transcription sont écrits à partir de sa piste sonore, qui est bien arrivée.",
  differed:
    "Le son de la vidéo n’est pas le même que celui qui est arrivé avant elle. Les parties différentes ont été transcrites à nouveau à partir de la vidéo.",
};
