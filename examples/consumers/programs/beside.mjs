// Signs a user in beside whatever else is installed, and calls an operation by the Effect API: with the Effect that
// @countersign/core exports, and with the application's own `effect` where that is the same copy.
import { createClient } from "@countersign/client"
import * as shared from "@countersign/core/effect"
import { countersignExpress } from "@countersign/express"
import { postgres } from "@countersign/postgres"
import { smtpMailer } from "@countersign/smtp"
import { createCountersign } from "countersign"
import { CurrentEnvironment, layer, operations } from "countersign/effect"
import pg from "pg"

// A package manager may hide what only another package depends on.
const own = await import("effect").catch(() => ({ Effect: undefined }))
const environment = { platformId: "acme", mode: "sandbox" }
const profile = { customerType: "INDIVIDUAL", email: "ada@example.com" }
const { api, bundleSigner, forUser } = createCountersign({ logs: "none" })
const wallet = api.in(environment)
const { id: customerId } = await wallet.customers.create(profile)
const { data } = await wallet.internalAccounts.list({ customerId, type: "EMBEDDED_WALLET" })
const [credential] = await wallet.credentials.list(data[0].id)
const handler = forUser(() => ({ ...environment, customerId }))
const local = (url, init) => handler(new Request(url, init))
const client = createClient({ baseUrl: "http://localhost/2025-10-13", bundleSigner, fetch: local })
const session = await client.emailOtp.login({ credentialId: credential.id, code: () => "000000" })

// The layers of the other packages are built here. There is no database and no mail server.
const mailer = smtpMailer({ url: "smtp://127.0.0.1:1", from: "Acme <login@acme.example>" })
const other = createCountersign({ store: postgres({ pool: new pg.Pool({ port: 1 }) }), mailer, logs: "none" })
countersignExpress(other)
const { status } = await other.handler(new Request("http://localhost/health/ready"))

const created = async ({ Effect }) => {
  const program = operations
    .createCustomer(profile)
    .pipe(Effect.provideService(CurrentEnvironment, environment), Effect.provide(layer({ logs: "none" })))
  return (await Effect.runPromise(program)).customer.standing
}
const byOwn = own.Effect === shared.Effect ? await created(own) : "another copy"
console.log(`${session.type}; without a database ${status}; by Effect ${await created(shared)}; by the host's ${byOwn}`)
process.exit()
