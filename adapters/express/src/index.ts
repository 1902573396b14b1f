export { countersignExpress, countersignGuard, type ExpressMiddleware } from "./countersignExpress.ts"
