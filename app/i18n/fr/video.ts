import type { Texts } from "#app/i18n/types.ts";

export const video: Texts["video"] = {
  awaited:
    "Ce qui se trouve ici vient du son de l’enregistrement, arrivé avant la vidéo. La vidéo est en route : laissez ouvert l’onglet qui l’envoie.",
  missing:
    "La vidéo de cet enregistrement n’est pas arrivée. Le compte rendu et la transcription sont écrits à partir de son son, qui est arrivé.",
  differed: "La vidéo a un autre son que celui qui est arrivé avant elle. Ce qui diffère a été réécouté dans la vidéo.",
};
