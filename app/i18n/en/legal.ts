export const legal = { title: "" } as const;
