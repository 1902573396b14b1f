import { type Change, SERVICE } from "./Change.ts"

/**
 * The port of a service that texts one-time codes and checks them: its file, an adapter to the functions of a host, its option,
 * and its places in the tables of each mode. The credential kind beside it uses it.
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
      edit: "packages/core/src/index.ts",
      after: `"./ports/Signatures.ts"`,
      insert: `export { TextCodes } from "./ports/TextCodes.ts"`
    },
    {
      edit: "packages/http/src/Ports.ts",
      find: "  | core.StampAuthority",
      by: "  | core.StampAuthority\n  | core.TextCodes"
    },
    {
      edit: "packages/countersign/src/options.ts",
      find: "  /** The passkeys and identity tokens that production accepts.",
      by: `  /** Texts codes to phones, in production. When absent, no credential of a phone signs in. */
  readonly textCodes?: import("./hostTextCodes.ts").TextCodesOptions
  /** The passkeys and identity tokens that production accepts.`
    },
    { edit: "packages/countersign/src/shapeFindings.ts", after: "  sandbox: object,", insert: "  textCodes: object," },
    {
      edit: "packages/countersign/src/productionPorts.ts",
      after: `import { eventBodies }`,
      insert: `import { hostTextCodes } from "./hostTextCodes.ts"`
    },
    {
      edit: "packages/countersign/src/productionPorts.ts",
      after: "    passkeys(options.production?.passkeys",
      insert: "    hostTextCodes(options.textCodes),"
    },
    {
      edit: "packages/countersign/src/ports.ts",
      find: "  type Store,\n",
      by: "  type Store,\n  TextCodes,\n"
    },
    {
      edit: "packages/countersign/src/ports.ts",
      find: "    Secrets,\n    StampAuthority\n",
      by: "    Secrets,\n    StampAuthority,\n    TextCodes\n"
    },
    {
      edit: "packages/sandbox/src/magicValues.ts",
      find: "  Secrets,\n  Verification,",
      by: "  Secrets,\n  TextCodes,\n  Verification,"
    },
    {
      edit: "packages/sandbox/src/magicValues.ts",
      find: "/** Accepted in place of an assertion's signature",
      by: `/** Texts nothing, and accepts the code of the sandbox. */
export const sandboxTextCodes = Layer.succeed(
  TextCodes,
  TextCodes.of({ send: () => Effect.void, check: (_, code) => Effect.succeed(code === SANDBOX_CODE) })
)

/** Accepted in place of an assertion's signature`
    },
    {
      edit: "packages/sandbox/src/index.ts",
      find: "  sandboxStampAuthority\n} from",
      by: "  sandboxStampAuthority,\n  sandboxTextCodes\n} from"
    },
    {
      edit: "packages/sandbox/src/index.ts",
      find: "    sandboxStampAuthority,\n    sandboxPasskeys.pipe",
      by: "    sandboxStampAuthority,\n    sandboxTextCodes,\n    sandboxPasskeys.pipe"
    }
  ],
  shown: `${SERVICE}
assert.throws(
  () => createCountersign({ logs: "none", tokens: [token], textCodes: "twilio" }),
  /textCodes must be an object/u
)
const texts = { send: async () => {}, check: async () => true }
await createCountersign({ logs: "none", tokens: [token], textCodes: texts }).close()
process.exit(0)
`
}
