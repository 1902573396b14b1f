import { type Change, SERVICE } from "./Change.ts"

/**
 * The port of a service that texts one-time codes and checks them: its file, an adapter to the functions of a host, its option,
 * and its row of the table of ports. The credential kind beside it uses it.
 */
export const port: Change = {
  name: "port",
  edits: [
    {
      create: "packages/core/src/ports/TextCodes.ts",
      text: `import { Context, type Effect } from "effect"

/** Texts one-time codes to phones and checks them, as verification services of telecom providers do. */
export class TextCodes extends Context.Service<
  TextCodes,
  {
    /** Texts a new code, which replaces the former one. */
    readonly send: (phoneNumber: string) => Effect.Effect<void>
    /** Returns whether the code is the newest one of the number. */
    readonly check: (phoneNumber: string, code: string) => Effect.Effect<boolean>
  }
>()("@countersign/core/ports/TextCodes") {}
`
    },
    {
      create: "packages/countersign/src/hostTextCodes.ts",
      text: `import { TextCodes } from "@countersign/core"
import { Effect, Layer } from "@countersign/core/effect"

/** The functions of the host's verification service. */
export interface TextCodesOptions {
  readonly send: (phoneNumber: string) => Promise<void>
  readonly check: (phoneNumber: string, code: string) => Promise<boolean>
}

/** Adapts the host's verification service to the port. Without one, no code is right. */
export const hostTextCodes = ({ check, send }: TextCodesOptions = NONE) =>
  Layer.succeed(
    TextCodes,
    TextCodes.of({
      send: (phoneNumber) => Effect.promise(() => send(phoneNumber)),
      check: (phoneNumber, code) => Effect.promise(() => check(phoneNumber, code))
    })
  )

const NONE: TextCodesOptions = { send: async () => undefined, check: async () => false }
`
    },
    {
      edit: "packages/countersign/src/ports.ts",
      after: `"./hostRails.ts"`,
      insert: `import { hostTextCodes } from "./hostTextCodes.ts"`
    },
    {
      edit: "packages/countersign/src/ports.ts",
      find: "  .ofMode(core.Screening, {",
      by: `  .ofMode(core.TextCodes, {
    option: {
      /** Texts codes to phones, in production. When absent, no credential of a phone signs in. */
      textCodes: {
        type: "{ readonly send: (phoneNumber: string) => Promise<void>; readonly check: (phoneNumber: string, code: string) => Promise<boolean> }",
        shape: (value) => (typeof value === "object" ? undefined : "be an object with send and check")
      }
    },
    production: ({ textCodes }) => hostTextCodes(textCodes),
    sandbox: () => hostTextCodes({ send: async () => undefined, check: async (_, code) => code === "000000" })
  })
  .ofMode(core.Screening, {`
    }
  ],
  shown: `${SERVICE}
import { createHash } from "node:crypto"
import { examineOptions } from "countersign"
import { memoryStore } from "countersign/effect"

const hex = (text) => createHash("sha256").update(text).digest("hex")
const live = { ...token, id: "live", mode: "production" }
const keys = { vault: hex("vault"), service: hex("service") }
const options = { logs: "none", tokens: [token, live], keys, store: memoryStore, mailer: { sendCode: async () => {} } }
const told = (more) => examineOptions({ ...options, ...more }).map(({ message }) => message)
// Found to be of another type. The kind of credential uses it in the sandbox.
assert.deepEqual(told({}), [])
assert.deepEqual(told({ textCodes: "twilio" }), ["textCodes must be an object with send and check"])
const texts = { send: async () => {}, check: async () => true }
await createCountersign({ ...options, textCodes: texts }).close()
process.exit(0)
`
}
