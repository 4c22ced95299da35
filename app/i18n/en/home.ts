export const home = { title: "" } as const;
