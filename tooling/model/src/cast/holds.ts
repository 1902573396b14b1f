import { addGuardian, createSavedCodes, deleteCustomer, savedCodes } from "@countersign/core/internal"
import { Effect } from "effect"
import { keys, SAVED, START } from "./cast.ts"
import { type Operation, pay, replyOf, type Scene, suspend } from "./operations.ts"
import { account, credentialRows, ids, rowOf, sessionRows } from "./records.ts"
import { customer, exportOf, settingsRow, start } from "./recovery.ts"

const deletion: Operation = {
  name: "delete the customer of B",
  body: null,
  run: (headers) => Effect.map(deleteCustomer({ customerId: ids.KB }, headers), replyOf)
}

const attestation = { credentialId: "guardian", clientDataJson: "AAAA", attestationObject: "AAAA", transports: [] }
const addition = {
  type: "PASSKEY" as const,
  accountId: ids.B,
  nickname: "Guardian",
  challenge: "AAAA",
  attestation
}
const guard: Operation = {
  name: "add a guardian of B",
  body: addition,
  run: (headers) => Effect.map(addGuardian({ accountId: ids.B, addition, body: addition }, headers), replyOf)
}

const body = { accountId: ids.B, clientPublicKey: keys.swapped.publicKey }
const codes: Operation = {
  name: "make saved codes of B",
  body,
  run: (headers) => Effect.map(createSavedCodes({ ...body, body }, headers), replyOf)
}

const prepared: ReadonlyArray<Operation> = [
  deletion,
  guard,
  codes,
  pay(5, "pay 5 from B", { amount: 5 }, ids.B),
  exportOf("B")
]

/** B is active, and may be held or suspended between the legs of what its session signs. */
export const holds: Scene = {
  name: "holds",
  records: new Map(
    [
      account(ids.B, { customerId: ids.KB }),
      customer("KB"),
      ...credentialRows.filter(({ row }) => row.id === ids.C3),
      ...sessionRows.filter(({ row }) => row.id === ids.S3),
      rowOf(savedCodes, { accountId: ids.B, digests: [SAVED], createdAt: START }),
      settingsRow({
        recovery: { savedCodes: { enabled: true }, operators: { enabled: true }, guardians: { enabled: true } }
      })
    ].map((row) => [row.address, row])
  ),
  prepared,
  operations: [...prepared, start("B"), suspend("B")],
  signers: [keys.S3]
}
