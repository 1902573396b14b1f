import { type Change, SERVICE } from "./Change.ts"

/**
 * A toy: the public register of a country, by the number of a business. The port, its adapter to a function of the host, and
 * its row of the table of ports. An endpoint is added to call it, which is a change of its own.
 */
export const port: Change = {
  name: "port",
  costs: { created: 2, edited: 1 },
  edits: [
    {
      create: "packages/core/src/ports/Registers.ts",
      text: `import { Context, type Effect } from "effect"
import type { StoreUnavailable } from "../store/Store.ts"

/** The public register of businesses. */
export class Registers extends Context.Service<
  Registers,
  { readonly nameOf: (registrationNumber: string) => Effect.Effect<string | undefined, StoreUnavailable> }
>()("@countersign/core/ports/Registers") {}
`
    },
    {
      create: "packages/countersign/src/hostRegisters.ts",
      text: `import { Effect, Layer } from "@countersign/core/effect"
import { Registers, StoreUnavailable } from "@countersign/core/internal"

/** Adapts the function of the host to the port. Without it, no business is found. */
export const hostRegisters = (look: (registrationNumber: string) => Promise<string | undefined> = async () => undefined) =>
  Layer.succeed(
    Registers,
    Registers.of({
      nameOf: (registrationNumber) =>
        Effect.tryPromise({ try: () => look(registrationNumber), catch: (cause) => new StoreUnavailable({ cause }) })
    })
  )
`
    },
    {
      edit: "packages/countersign/src/ports.ts",
      after: `"./hostMailer.ts"`,
      insert: `import { hostRegisters } from "./hostRegisters.ts"`
    },
    {
      edit: "packages/countersign/src/ports.ts",
      find: "  .ofMode(core.Screening, {",
      by: `  .ofMode(core.Registers, {
    option: {
      /** Looks a business up in its public register. Required with a production token. */
      register: {
        type: "(registrationNumber: string) => Promise<string | undefined>",
        shape: (value) => (typeof value === "function" ? undefined : "be a function that returns a promise of a name"),
        required: "businesses are looked up in it. Pass a function that returns a promise of a name"
      }
    },
    production: ({ register }) => hostRegisters(register),
    sandbox: () => Layer.succeed(core.Registers, core.Registers.of({ nameOf: () => Effect.succeed("Sandbox Ltd") }))
  })
  .ofMode(core.Screening, {`
    }
  ],
  uses: [
    {
      edit: "packages/http/src/resources/webhooks/config.ts",
      find: "export const readConfig",
      by: `export const readRegister = get("readRegister", "/register", {
  summary: "Read the name of a business",
  success: Schema.Struct({ name: Schema.String }),
  handle: () =>
    Effect.map(
      Effect.flatMap(core.Registers, ({ nameOf }) => nameOf("12")),
      (name = "none") => ({ name })
    )
})

export const readConfig`
    }
  ],
  shown: `${SERVICE}
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { writeFileSync } from "node:fs"
import { examineOptions } from "countersign"
import { memoryStore } from "countersign/effect"

const hex = (text) => createHash("sha256").update(text).digest("hex")
const live = { ...token, id: "live", mode: "production" }
const keys = { vault: hex("vault"), service: hex("service") }
const options = { logs: "none", tokens: [token, live], keys, store: memoryStore, mailer: { sendCode: async () => {} } }

// Found missing by the doctor, and of another type.
writeFileSync("options.mjs", [
  'import { memoryStore } from "countersign/effect"',
  "const mailer = { sendCode: async () => {} }",
  "export const options = { ..." + JSON.stringify({ tokens: options.tokens, keys }) + ", store: memoryStore, mailer }"
].join("\\n"))
const doctor = () => execFileSync(process.execPath, ["packages/cli/dist/main.js", "doctor", "--config", "options.mjs"])
assert.throws(doctor, ({ stdout }) => /register is required with a production token: businesses/u.test(stdout))
assert.deepEqual(examineOptions({ ...options, register: 1 }).map(({ message }) => message), [
  "register must be a function that returns a promise of a name"
])

// Served in production by the host's function, and replaced in the sandbox.
const { handler } = createCountersign({ ...options, register: async (number) => "Register " + number })
const nameBy = async (id) => {
  const headers = { authorization: "Basic " + btoa(id + ":s") }
  return (await handler(new Request("http://countersign.test/2025-10-13/register", { headers }))).json()
}
assert.deepEqual(await nameBy("live"), { name: "Register 12" })
assert.deepEqual(await nameBy("t"), { name: "Sandbox Ltd" })
process.exit(0)
`
}
