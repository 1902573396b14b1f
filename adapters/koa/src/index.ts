export { countersignGuard } from "./countersignGuard.ts"
export { countersignKoa } from "./countersignKoa.ts"
export type { KoaContext } from "./KoaContext.ts"
