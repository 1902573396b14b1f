import * as core from "@countersign/core"
import { ExternalAccountBody, externalAccountBody, type Refusal } from "@countersign/http"
import { Effect, Schema } from "effect"
import { type PageQuery, paged } from "./paged.ts"
import type { Run, World } from "./run.ts"

/** Where money may go, as promises. */
export const accountsApi = (run: Run) => {
  /** Reads what a call was given, then runs it. */
  const on = <I, A, E extends Refusal | Schema.SchemaError>(
    given: Effect.Effect<I, Schema.SchemaError>,
    program: (given: I) => Effect.Effect<A, E, World>
  ) => run(Effect.flatMap(given, program))
  return {
    externalAccounts: {
      /** Of the customer that the body names, or of the platform. */
      create: (body: core.NewExternalAccount) =>
        on(asSent(body), (sent) => Effect.map(core.createExternalAccount("customer", sent), writeExternal)),
      read: (id: string) => on(external(id), (valid) => Effect.map(core.readExternalAccount(valid), writeExternal)),
      /** Newest first: those of a customer, or of the platform. */
      list: ({ cursor, limit, ...filter }: { readonly customerId?: string } & PageQuery = {}) =>
        paged(
          run,
          { cursor, limit },
          (page) => Effect.flatMap(externalFilter(filter), (valid) => core.listExternalAccounts(valid, page)),
          writeExternal
        ),
      update: (id: string, patch: typeof core.ExternalAccountPatch.Encoded) =>
        on(Effect.all([external(id), asSent(patch)]), ([valid, sent]) =>
          Effect.map(core.updateExternalAccount(valid, sent), writeExternal)
        ),
      remove: (id: string) => on(external(id), (valid) => core.removeExternalAccount(valid)),
      /** Tells what was found of an account; with a revision, of that state of it alone. */
      settle: (id: string, finding: core.Finding, revision?: number) =>
        on(Effect.all([external(id), readFinding(finding)]), ([valid, found]) =>
          Effect.map(core.settleExternalAccount(valid, found, revision), writeExternal)
        ),
      /** The account in the clear, to send money to; refused unless it may be paid now, and by this customer. */
      destination: (id: string, sender?: { readonly customerId: string }) =>
        on(
          Effect.all({
            account: external(id),
            sender: sender === undefined ? Effect.undefined : customerId(sender.customerId)
          }),
          (valid) => core.requireDestination(valid.account, valid.sender)
        )
    },
    discoveries: {
      /** Banks, and the spelling under which accounts at them are taken. */
      list: (filter: core.DiscoveryFilter = {}) => run(core.listDiscoveries(filter))
    }
  }
}

const strict = { errors: "all", onExcessProperty: "error" } as const
const asSent = Schema.decodeUnknownEffect(Schema.Json)
const customerId = Schema.decodeUnknownEffect(core.CustomerId)
const external = Schema.decodeUnknownEffect(core.ExternalAccountId)
const readFinding = Schema.decodeUnknownEffect(core.Finding, strict)
const externalFilter = Effect.fnUntraced(function* ({ customerId: owner }: { readonly customerId?: string }) {
  const filter: core.ExternalAccountFilter =
    owner === undefined ? { scope: "platform" } : { scope: "customer", customerId: yield* customerId(owner) }
  return filter
})

const encodeExternal = Schema.encodeSync(ExternalAccountBody)
const writeExternal = (opened: core.OpenedExternalAccount) => encodeExternal(externalAccountBody(opened))
