export const signIn = { title: "" } as const;
