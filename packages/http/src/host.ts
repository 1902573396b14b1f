/** What a host and its adapter see of a call, free of the types of Effect: its compiler reads only this. */
export type {
  Call,
  Checked,
  ForUserOptions,
  Guarded,
  HostCall,
  SignatureHeader,
  UserOf,
  WalletUser
} from "./message/hostTypes.ts"
export { Reply } from "./message/Reply.ts"
export { mountedUnder } from "./mountedUnder.ts"
