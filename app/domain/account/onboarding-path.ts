const PATH = "/onboarding";
/** The pages of the onboarding, by their step. */
const STEPS = { about: PATH, calendar: `${PATH}/calendar` } as const;

/** The address of the onboarding, which leads on to `returnTo` (a path that `safeReturnPath` returned). */
export function onboardingPath(returnTo: string, step: keyof typeof STEPS = "about"): string {
  return returnTo === "/" ? STEPS[step] : `${STEPS[step]}?${new URLSearchParams({ returnTo })}`;
}
