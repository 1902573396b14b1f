export type { KoaContext } from "./countersignGuard.ts"
export { countersignGuard, countersignKoa } from "./countersignGuard.ts"
