export const meeting = { title: "" } as const;
