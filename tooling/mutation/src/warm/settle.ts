import { configureGlobal } from "fast-check"

// Property tests use one seed and a short time limit, and do not shrink failures: the run only needs to know whether a
// test detects the mutant.
configureGlobal({ seed: 20_251_013, numRuns: 25, endOnFailure: true, interruptAfterTimeLimit: 300 })

/** The environment variable with the test files of the process, separated by spaces. */
export const testsVariable = "COUNTERSIGN_MUTATION_TESTS"

/** The environment variable with the origin of the resources that test files share, such as the database. */
export const harnessVariable = "COUNTERSIGN_MUTATION_HARNESS"

/** The environment variable with the file that receives the excluded tests. Stryker discards the process output. */
export const unfitVariable = "COUNTERSIGN_MUTATION_UNFIT"
