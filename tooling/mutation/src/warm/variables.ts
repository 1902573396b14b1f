/** The variable that tells the process of the tests which files they are in, with blanks between. */
export const testsVariable = "COUNTERSIGN_MUTATION_TESTS"

/** The variable that tells it where to write which tests judge nothing: what it prints, nobody reads. */
export const unfitVariable = "COUNTERSIGN_MUTATION_UNFIT"
