export { EXIT, type Exit } from "./exit.ts"
export { programOf, run } from "./run.ts"
export type { Terminal } from "./Terminal.ts"
