export { countersignFastify } from "./countersignFastify.ts"
export { countersignGuard } from "./countersignGuard.ts"
