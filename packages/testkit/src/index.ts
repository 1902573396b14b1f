export { type Mutant, mutantsOf } from "./mutants/mutantsOf.ts"
export { type StoreSuiteOptions, storeSuite } from "./storeSuite.ts"
export { collections as suiteCollections } from "./stories/things.ts"
