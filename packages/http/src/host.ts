/** The types of a call for a host and its adapter, free of the types of Effect: its compiler reads only this. */
export type {
  Call,
  Checked,
  ForUserOptions,
  ForVisitorOptions,
  Guarded,
  HostCall,
  JsonFields,
  JsonValue,
  ProvenVisitor,
  SignatureHeader,
  SignedInVisitor,
  UserOf,
  Visitor,
  VisitorIdentity,
  VisitorProof,
  WalletUser
} from "./message/hostTypes.ts"
export { Reply } from "./message/Reply.ts"
export { mountedUnder } from "./mountedUnder.ts"
