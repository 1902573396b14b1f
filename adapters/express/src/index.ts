export { countersignExpress, type ExpressMiddleware } from "./countersignExpress.ts"
export { countersignGuard } from "./countersignGuard.ts"
