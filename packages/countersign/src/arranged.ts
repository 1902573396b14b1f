import { Duration, Option } from "@countersign/core/effect"
import { type CallInProcess, resources } from "@countersign/http"
import type { Arranged } from "./methods/byHand.ts"
import type { Span } from "./methods/calls.ts"
import { paged } from "./paged.ts"
import type { Transfer } from "./types.ts"

const { externalAccounts, payments, sandbox } = resources

/** The operations that choose between two endpoints, or whose arguments have another form than a body. */
export const arranged = (call: CallInProcess): Arranged => ({
  // Customers and the platform have separate paths. An account is found only under its owner's path.
  externalAccounts: {
    create: (body, once = {}) => call(externalAccounts.createExternalAccount, { body, ...once }),
    read: (id, of = "customer") =>
      of === "customer"
        ? call(externalAccounts.readExternalAccount, { id })
        : call(externalAccounts.readPlatformAccount, { id }),
    list: (query = {}) =>
      paged(query, (page) =>
        page.customerId === undefined
          ? call(externalAccounts.listPlatformAccounts, { query: page })
          : call(externalAccounts.listExternalAccounts, { query: page })
      ),
    update: async (id, body, { of = "customer", ...once } = {}) =>
      of === "customer"
        ? call(externalAccounts.updateExternalAccount, { id, body, ...once })
        : call(externalAccounts.updatePlatformAccount, { id, body, ...once }),
    remove: async (id, { of = "customer", ...once } = {}) =>
      of === "customer"
        ? call(externalAccounts.removeExternalAccount, { id, ...once })
        : call(externalAccounts.removePlatformAccount, { id, ...once })
  },
  transfers: {
    in: (transfer, once = {}) => call(payments.transferIn, { body: endsOf(transfer), ...once }),
    out: (transfer, once = {}) => call(payments.transferOut, { body: endsOf(transfer), ...once })
  },
  sandbox: {
    advance: async (by, once = {}) =>
      call(sandbox.advanceClock, { body: { seconds: secondsOf(by) }, ...once }).then(({ now }) => now)
  }
})

const endsOf = (transfer: Transfer) => {
  const { from, to, ...more } = { ...transfer }
  return { source: { accountId: from }, destination: { accountId: to }, ...more }
}

const secondsOf = (by: Span): number => {
  const message = "A duration must be a number of milliseconds, or a text such as `6 minutes`."
  return Duration.toSeconds(Option.getOrThrowWith(Duration.fromInput(by), () => new TypeError(message)))
}
