export { countersignFastify, countersignGuard } from "./countersignFastify.ts"
