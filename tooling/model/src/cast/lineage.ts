import {
  addCredential,
  Credentials,
  confirmCredential,
  credentials,
  emailChanges,
  OneTimeCode,
  undoEmail
} from "@countersign/core/internal"
import { sha256Hex } from "@countersign/wire"
import { rowsOf } from "../store/Rows.ts"
import { keys, LATE, START } from "./cast.ts"
import { login, type Operation, remove, type Scene, signed, unsigned } from "./operations.ts"
import { account, ids, oauth, rowOf, sessionOf } from "./records.ts"
import { customer, exportOf, settingsRow } from "./recovery.ts"

/** The time from which C8 and C9 are confirmed, and C7 cannot return. */
const CONFIRMED = START + 1

/** A login that vouched. It is as old as the account. */
const loginBy = (credentialType: string) => ({ credentialType, familySince: 0 })

const C1 = oauth("C1", { createdAt: 0 })
const email = "new@mail.example"
const C8 = {
  ...C1,
  credentialId: ids.C8,
  type: "EMAIL_OTP" as const,
  nickname: email,
  material: { email },
  uniqueKey: "C8",
  voucher: { until: CONFIRMED, ancestors: [ids.C7], logins: [loginBy("OAUTH")] }
}
const C9 = {
  ...oauth("C9"),
  voucher: { until: CONFIRMED, ancestors: [ids.C8, ids.C7], logins: [loginBy("EMAIL_OTP"), loginBy("OAUTH")] }
}

const C7 = oauth("C7", { createdAt: 0, status: "RESTING", restsUntil: CONFIRMED, removedBy: ids.C2 })

const TOKEN = "UNDO"
const undo = unsigned("undo the address of A", () => undoEmail({ customerId: ids.KA, undoToken: TOKEN }))

const confirm = signed("confirm C9", null, (headers) => confirmCredential({ credentialId: ids.C9 }, headers))

const addition = { type: "OAUTH" as const, accountId: ids.A, oidcToken: "C10" }
/** The token is known to its caller alone, as that of a login is. */
const add = {
  ...signed("add C10", addition, (headers) => addCredential({ accountId: ids.A, addition, body: addition }, headers)),
  secret: addition.oidcToken
}

const prepared: ReadonlyArray<Operation> = [remove("C8"), confirm, add, exportOf("A")]

/**
 * C7 vouched for C8, an address, and C8 for C9. C7 rests: another credential that it vouched for removed it. Only OAUTH exports, so a session of C8 does
 * not, nor that of C9 before it is confirmed. C1, which is older, vouched for none. The address of C8 moved, and the
 * owner of the previous one can undo that.
 */
export const lineage: Scene = {
  name: "lineage",
  records: rowsOf([
    account(ids.A, { customerId: ids.KA }),
    customer("KA"),
    ...[C1, C8, C9].map((credential) => rowOf(credentials, credential)),
    rowOf(Credentials.restingCredentials, C7),
    rowOf(OneTimeCode.oneTimeCodes, { ...OneTimeCode.initial({ credentialId: ids.C8, accountId: ids.A }) }),
    sessionOf("S1", C1, LATE),
    sessionOf("S8", C8, LATE),
    sessionOf("S9", C9, LATE),
    rowOf(emailChanges, {
      customerId: ids.KA,
      undoable: [{ tokenSha256: sha256Hex(TOKEN), email: "old@mail.example", until: LATE, since: 0 }],
      expiresAt: LATE
    }),
    settingsRow({ accessPolicy: { operations: [{ operations: ["EXPORT_WALLET"], credentialTypes: ["OAUTH"] }] } })
  ]),
  prepared,
  operations: [...prepared, login("C7"), login("C9"), undo],
  signers: [keys.S1, keys.S8, keys.S9, keys.opened]
}
