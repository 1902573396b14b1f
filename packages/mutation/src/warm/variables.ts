/** The variable that tells the process of the tests which files they are in, with blanks between. */
export const testsVariable = "COUNTERSIGN_MUTATION_TESTS"
