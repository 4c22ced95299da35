export const upload = { title: "" } as const;
