export { type Mutant, mutantsOf } from "./mutants/mutantsOf.ts"
export { type StoreSuiteOptions, storeSuite } from "./storeSuite.ts"
export { suiteCollections } from "./suiteCollections.ts"
