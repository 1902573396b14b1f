export { groupNames } from "./groupNames.ts"
export type { Case, Check, Comparison, Fields, ValidCase, VectorFile, WrongCase } from "./VectorFile.ts"
