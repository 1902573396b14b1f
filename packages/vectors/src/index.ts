export { type Draft, type Group, type Operation, Refused } from "./Group.ts"
export { groups } from "./groups/index.ts"
export type { Case, Check, Comparison, Fields, Input, ValidCase, VectorFile, WrongCase } from "./VectorFile.ts"
export { type Answer, answer, vectorFile, vectorFiles } from "./vectorFiles.ts"
