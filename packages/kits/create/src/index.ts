export { type Console, run } from "./run.ts"
export { type Template, templates } from "./templates.ts"
