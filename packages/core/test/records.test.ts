import { type IdPrefix, makeId } from "@countersign/wire"
import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  DeliveryOutcome,
  ExternalAccountStatus,
  FailureReason,
  type Machine,
  type Standing,
  type Step,
  Transactions
} from "../src/internal.ts"
import * as InternalAccount from "../src/things/accounts/rules/InternalAccount.ts"
import * as Customer from "../src/things/customers/rules/Customer.ts"
import * as CustomerVerification from "../src/things/customers/rules/CustomerVerification.ts"
import * as ExternalAccount from "../src/things/external-accounts/rules/ExternalAccount.ts"
import * as PaymentMoney from "../src/things/payments/rules/moves.ts"
import * as Delivery from "../src/things/webhooks/rules/Event.ts"
import { accountId } from "./given.ts"

const T = 1_800_000_000_000
const idOf = <P extends IdPrefix>(prefix: P) => makeId(prefix, { timestampMs: 1, random: new Uint8Array(10).fill(7) })
const customerId = idOf("Customer")
const times = { createdAt: T, updatedAt: T }

/** Returns whether an event of the table leads from one state to the other. */
const leads = (machine: Machine.Drawn, before: string, after: string) =>
  machine.edges.some(({ from, to }) => from === before && to === after)

const walk = <C>(commands: fc.Arbitrary<C>, run: (commands: ReadonlyArray<C>) => void) =>
  fc.assert(fc.property(fc.array(commands, { minLength: 1, maxLength: 20 }), run))

const standings: ReadonlyArray<Standing> = ["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"]

describe("records change state only along their table, over any sequence of commands:", () => {
  it("a customer, which never changes after its deletion", () => {
    const stateOf = ({ deletedAt, standing }: Customer.Customer) => (deletedAt === undefined ? standing : "DELETED")
    walk(fc.constantFrom(...standings, "delete" as const, "revise" as const), (commands) => {
      let customer = Customer.initial(
        {
          customerId,
          customerType: "INDIVIDUAL",
          platformCustomerId: "p",
          reference: "p",
          umaAddress: "$ada@countersign.invalid",
          currencies: [],
          sealed: "",
          ...times
        },
        "UNVERIFIED"
      )
      for (const command of commands) {
        const before = stateOf(customer)
        const live = Customer.requireNotDeleted(customer)
        expect(Result.isSuccess(live)).toBe(before !== "DELETED")
        if (command === "revise") customer = Customer.revised(customer, { sealed: "other" })
        else if (Result.isSuccess(live)) {
          customer =
            command === "delete" ? Customer.deleted(live.success, T) : Customer.withStatus(live.success, command, T)
        } else continue
        const after = stateOf(customer)
        if (command === "revise") expect(after).toBe(before)
        else
          expect([leads(Customer.machine, before, after), after]).toEqual([
            true,
            command === "delete" ? "DELETED" : command
          ])
      }
    })
  })

  const steps: fc.Arbitrary<Step> = fc.record(
    {
      after: fc.constant(0),
      to: fc.constantFrom("PENDING", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED"),
      failureReason: fc.constantFrom(...FailureReason.literals),
      refund: fc.record({
        status: fc.constantFrom("COMPLETED", "FAILED"),
        reason: fc.constant("TRANSACTION_FAILED" as const)
      })
    },
    { requiredKeys: ["after", "to"] }
  )

  it("a payment and its money, which is never taken or delivered twice (I13)", () => {
    const money = { amount: 1, currency: "USD" }
    const end = { type: "ACCOUNT", currency: "USD" } as const
    walk(steps, (taken) => {
      let payment = Transactions.initial({
        transactionId: idOf("Transaction"),
        type: "OUTGOING",
        customerId,
        platformCustomerId: null,
        source: end,
        destination: end,
        sent: money,
        received: money,
        fees: 0,
        ...times
      })
      const moved: Array<string> = []
      for (const step of taken) {
        const next = Transactions.stepped(payment, step, T)
        if (Result.isFailure(next)) continue
        const { moves, transaction } = next.success
        const isSame = transaction.status === payment.status
        expect(isSame || leads(Transactions.machine, payment.status, transaction.status)).toBe(true)
        expect(PaymentMoney.machine.after(payment.money, moves)).toEqual(Result.succeed(transaction.money))
        moved.push(...moves)
        payment = transaction
      }
      expect(new Set(moved).size).toBe(moved.length)
      expect(moved.slice(1)).not.toContain("take")
    })
  })

  it("an external account", () => {
    const events = ["Confirmed", "Doubted", "Rejected", "Changed", "Disabled", "ReactivationRequested"] as const
    walk(fc.constantFrom(...events), (commands) => {
      let account = Result.getOrThrow(
        ExternalAccount.initial(
          {
            externalAccountId: idOf("ExternalAccount"),
            scope: "platform",
            owner: "platform",
            platformAccountId: null,
            currency: "MXN",
            accountType: "MXN_ACCOUNT",
            sealed: "",
            revision: 1,
            defaultUmaDepositAccount: false,
            ...times
          },
          { standing: "UNDECIDED" }
        )
      )
      for (const command of commands) {
        const next = ExternalAccount.moved(account, [command], account)
        const target = ExternalAccountStatus.machine.edges.find(
          ({ from, on }) => from === account.status && on === command
        )?.to
        expect(Result.isSuccess(next) ? next.success.status : undefined).toBe(target)
        account = Result.getOrElse(next, () => account)
        expect(ExternalAccount.resealed(account, "other").status).toBe(account.status)
      }
    })
  })

  it("an internal account, which stays closed", () => {
    walk(fc.constantFrom("close", "revise"), (commands) => {
      let account = InternalAccount.initial({
        accountId,
        customerId,
        type: "INTERNAL_FIAT",
        currency: { code: "USD", name: "US Dollar", symbol: "$", decimals: 2 },
        ...times
      })
      expect([account.status, account.balance]).toEqual(["ACTIVE", 0])
      for (const [nth, command] of commands.entries()) {
        account =
          command === "close"
            ? InternalAccount.closed(account, T)
            : InternalAccount.revised(account, { balance: nth }, T)
        expect(account.status).toBe(commands.slice(0, nth + 1).includes("close") ? "CLOSED" : "ACTIVE")
      }
    })
  })

  it("a verification, which ends once", () => {
    const found = ["RESOLVE_ERRORS", "IN_PROGRESS", "PENDING_MANUAL_REVIEW", "APPROVED", "REJECTED"] as const
    fc.assert(
      fc.property(fc.constantFrom(...found), fc.array(fc.constantFrom("APPROVED", "REJECTED")), (status, decisions) => {
        let verification = CustomerVerification.initial(
          {
            verificationId: idOf("Verification"),
            customerId,
            customerType: "INDIVIDUAL",
            standing: "PENDING",
            errors: [],
            ...times
          },
          status
        )
        expect(verification.status).toBe(status)
        for (const decision of decisions) {
          const before = verification
          verification = CustomerVerification.endedAs(before, decision, T)
          if (leads(CustomerVerification.machine, before.status, decision)) {
            expect([verification.status, verification.standing]).toEqual([decision, decision])
          } else expect(verification).toBe(before)
        }
      })
    )
  })

  it("a delivery", () => {
    const replies = fc.oneof(
      fc.integer({ min: 200, max: 599 }).map((status) => ({ _tag: "Answered", status }) as const),
      fc.constant({ _tag: "Failed", fault: "TIMED_OUT" } as const)
    )
    const commands = fc.oneof(replies, fc.constantFrom("put off", "untold", "redrive"))
    walk(commands, (all) => {
      let event = Delivery.events.decode({
        eventId: idOf("Webhook"),
        environment: { platformId: "acme", mode: "sandbox" },
        type: "EXTERNAL_ACCOUNT.STATUS_UPDATED",
        subject: {},
        at: T,
        status: "PENDING",
        attempts: 0,
        repeats: 1,
        dueAt: T,
        expiresAt: T + 1
      })
      for (const command of all) {
        const before = event
        if (command === "redrive") event = DeliveryOutcome.redriven(before, T)
        else if (!Delivery.isWaiting(before)) continue
        else if (command === "put off") event = DeliveryOutcome.postponed(before, T + 1)
        else if (command === "untold") event = DeliveryOutcome.undeliverable(before)
        else event = DeliveryOutcome.after(before, command, T, 0)
        expect(leads(Delivery.machine, before.status, event.status)).toBe(true)
        // An event is due if and only if it is pending.
        expect(event.dueAt !== undefined).toBe(event.status === "PENDING")
      }
    })
  })
})
