export { type BankEvent, type BankOptions, drawnCourse, makeBank, type Order, type Outcome } from "./Bank.ts"
export { type HostOptions, startHost } from "./host.ts"
export { type BankAccess, bankRails, bankReports } from "./rails.ts"
export { type Faults, type ServerOptions, startBank } from "./server.ts"
