/** Calendars. The specification's words stand letter for letter (§8). */
export const calendars = {
  untitled: "Meeting",
  error: {
    couldNotConnect: "Could not connect calendar.",
    connect: "Error connecting calendar.",
    update: "Error updating calendar status.",
    activateAll: "Error activating all calendars.",
    deactivateAll: "Error deactivating all calendars.",
    unexpected: "Unexpected error.",
    later: "Try again later.",
    feedAddress: "This is not an https address that Acta may read.",
    feedContent: "There is no calendar at this address.",
    tooMany: "No more calendars can be connected.",
    reconnect: "Connect this account again.",
  },
};
