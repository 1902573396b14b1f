import { configureGlobal } from "fast-check"

// Property tests draw from one seed, for no longer than a mutant is worth, and do not look for a smaller failure: that a
// mutant is seen is all that is asked.
configureGlobal({ seed: 20_251_013, numRuns: 25, endOnFailure: true, interruptAfterTimeLimit: 300 })

/** The variable that tells the process of the tests which files they are in, with blanks between. */
export const testsVariable = "COUNTERSIGN_MUTATION_TESTS"

/** The variable that tells it where to write which tests judge nothing: what it prints, nobody reads. */
export const unfitVariable = "COUNTERSIGN_MUTATION_UNFIT"
