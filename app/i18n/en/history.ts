export const history = { title: "" } as const;
