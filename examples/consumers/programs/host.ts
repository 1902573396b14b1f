import { countersignExpress } from "@countersign/express"
import { countersignFastify } from "@countersign/fastify"
import { postgres } from "@countersign/postgres"
import { type Countersign, createCountersign, mountedUnder } from "countersign"
import { CurrentEnvironment, layer, operations } from "countersign/effect"
import { Effect } from "effect"
import express from "express"
import fastify from "fastify"
import pg from "pg"

const pool = new pg.Pool({ connectionString: "postgres://localhost" })

/** A host with a framework's own types. */
export const countersign: Countersign = createCountersign({ store: postgres({ pool }) })
express().use("/wallet", countersignExpress(countersign))
fastify().register(countersignFastify(countersign), { prefix: "/wallet" })

/** A host without a framework. */
export const fetch: (request: Request) => Promise<Response> = mountedUnder("/wallet", countersign.handler)

/** The promise API and the Effect API, whose errors are tagged. */
export const customers = async (): Promise<ReadonlyArray<string>> => {
  const wallet = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
  const customer = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
  const repeated = operations.createCustomer({ customerType: "INDIVIDUAL" }).pipe(
    Effect.catchTag("CustomerExists", () => Effect.succeed(undefined)),
    Effect.provideService(CurrentEnvironment, { platformId: "sandbox", mode: "sandbox" }),
    Effect.provide(layer())
  )
  return [customer.id, String(await Effect.runPromise(repeated))]
}
