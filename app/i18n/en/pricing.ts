export const pricing = { title: "" } as const;
