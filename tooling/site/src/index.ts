export { buildSite } from "./buildSite.ts"
export { flawsOf } from "./check.ts"
