/** What lines of ours begin with among all that an editor writes to its console. */
export const SAID = "hybridize-test: ";
