export const settings = { title: "" } as const;
