import { configureGlobal } from "fast-check"

// Property tests draw from one seed, for no longer than a mutant is worth, and do not look for a smaller failure: that a
// mutant is seen is all that is asked.
configureGlobal({ seed: 20_251_013, numRuns: 25, endOnFailure: true, interruptAfterTimeLimit: 300 })
