import type { Row } from "@countersign/core"
import { fieldOf } from "../model/Model.ts"

/** The records of one ledger: three accounts, a token that can be taken once, and a receipt for each program. */
export interface Ledger {
  readonly accounts: ReadonlyArray<string>
  readonly token: string
  readonly receiptOf: (program: number) => string
}

export const ledger = (name: string): Ledger => ({
  accounts: [0, 1, 2].map((account) => `${name}-account-${account}`),
  token: `${name}-token`,
  receiptOf: (program) => `${name}-receipt-${program}`
})

/** What each account holds at first, and what all have to hold together: few may spend at once. */
export const EACH = 10
export const FLOOR = 25

export const amountOf = ({ body }: Row): number => {
  const amount = fieldOf(body, "amount")
  return typeof amount === "number" ? amount : 0
}

export const together = (accounts: ReadonlyArray<Row>): number =>
  accounts.map(amountOf).reduce((one, other) => one + other, 0)
