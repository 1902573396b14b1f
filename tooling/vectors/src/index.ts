export { checked, type Group, type Operation } from "./Group.ts"
export { groups } from "./groups/index.ts"
export { type Input, inputOf, textOf } from "./Input.ts"
export { answer, vectorFiles } from "./vectorFiles.ts"
