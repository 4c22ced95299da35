import { createContext, useContext } from "react";

/** How parts of the page ask for a correction; what does it is loaded when it is asked for. */
export type EditDoor = {
  edit: () => void;
  writeAgain: () => void;
  nameSpeakers: (name?: string) => void;
  correctSegment: (segmentId: string) => void;
};

const Door = createContext<EditDoor | null>(null);

export const EditDoorProvider = Door.Provider;

/** Null for whoever may only read, and on pages that only show. */
export function useEditDoor(): EditDoor | null {
  return useContext(Door);
}
