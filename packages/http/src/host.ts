/** What a host and its adapter see of a call, free of the types of Effect: its compiler reads only this. */
export type { Call, Checked, Guarded, HostCall, SignatureHeader } from "./message/hostTypes.ts"
export { Reply } from "./message/Reply.ts"
export { mountedUnder } from "./mountedUnder.ts"
