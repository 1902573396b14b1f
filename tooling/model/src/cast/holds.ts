import { addGuardian, createSavedCodes, deleteCustomer, savedCodes } from "@countersign/core/internal"
import { rowsOf } from "../store/Rows.ts"
import { keys, SAVED, START } from "./cast.ts"
import { pay, type Scene, signed, suspend } from "./operations.ts"
import { account, credentialRows, ids, rowOf, sessionRows } from "./records.ts"
import { customer, exportOf, ON, settingsRow, start } from "./recovery.ts"

const deletion = signed("delete the customer of B", null, (headers) => deleteCustomer({ customerId: ids.KB }, headers))

const attestation = { credentialId: "guardian", clientDataJson: "AAAA", attestationObject: "AAAA", transports: [] }
const addition = { type: "PASSKEY" as const, accountId: ids.B, nickname: "Guardian", challenge: "AAAA", attestation }
const guard = signed("add a guardian of B", addition, (headers) =>
  addGuardian({ accountId: ids.B, addition, body: addition }, headers)
)

const body = { accountId: ids.B, clientPublicKey: keys.swapped.publicKey }
const codes = signed("make saved codes of B", body, (headers) => createSavedCodes({ ...body, body }, headers))

const prepared = [deletion, guard, codes, pay(5, "pay 5 from B", { amount: 5 }, ids.B), exportOf("B")]

/** B is active, and may be held or suspended between the legs of what its session signs. */
export const holds: Scene = {
  name: "holds",
  records: rowsOf([
    account(ids.B, { customerId: ids.KB }),
    customer("KB"),
    ...credentialRows.filter(({ row }) => row.id === ids.C3),
    ...sessionRows.filter(({ row }) => row.id === ids.S3),
    rowOf(savedCodes, { accountId: ids.B, digests: [SAVED], createdAt: START }),
    settingsRow({ recovery: { savedCodes: ON, operators: ON, guardians: ON } })
  ]),
  prepared,
  operations: [...prepared, start("B"), suspend("B")],
  signers: [keys.S3]
}
