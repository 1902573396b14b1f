import { type Change, SERVICE } from "./Change.ts"

/**
 * `GET /greeting`, in an operation, the file of its resource with its row of SECURITY.md, the line that exports the operation,
 * and its method of the promise API.
 */
export const endpoint: Change = {
  name: "endpoint",
  edits: [
    {
      create: "packages/core/src/operations/config/greet.ts",
      text: `import { Result } from "effect"
import { configOf } from "../../rules/config/PlatformConfig.ts"
import { GreetedAlready } from "../../rules/recovery/refusals.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { noChanges } from "../../store/plans.ts"
import type { FoundOf } from "../../store/records.ts"
import { type Decision, type Leg, operation } from "../operation.ts"

const reads = (_: string, environment: EnvironmentKey) => ({ config: configOf(environment) })

export const decide = ({
  at,
  command,
  found: { config }
}: Leg<string, FoundOf<ReturnType<typeof reads>>>): Result.Result<Decision<string>, GreetedAlready> =>
  command === "early"
    ? Result.fail(new GreetedAlready({ until: at + 60_000, at }))
    : Result.succeed({ ...noChanges, reply: config === undefined ? \`hello \${command}\` : \`hello again \${command}\` })

/** Greets the platform. */
export const greet = operation({ reads, decide })
`
    },
    {
      edit: "packages/http/src/resources/webhooks/config.ts",
      find: "export const readConfig",
      by: `export const readGreeting = get("readGreeting", "/greeting", {
  summary: "Greet the platform",
  query: { name: Schema.String },
  success: Schema.Struct({ greeting: Schema.String }),
  refusals: ["GreetedAlready"],
  handle: ({ query }) => Effect.map(core.greet(query.name), (greeting) => ({ greeting }))
})

export const readConfig`
    },
    {
      edit: "packages/core/src/things/index.ts",
      after: `"./config/read.ts"`,
      insert: `export { greet } from "./config/greet.ts"`
    },
    {
      edit: "packages/countersign/src/surface.ts",
      after: "  config: {",
      insert: "    greeting: (name) => call(webhooks.readGreeting, { query: { name } }),"
    },
    {
      edit: "packages/countersign/src/methods/platform.ts",
      after: "export interface ConfigApi {",
      insert: `  /** Returns a greeting. Rejects with \`CONFLICT\` (409) within a minute of the last one. */
  readonly greeting: (name: string) => Promise<t.Greeting>`
    },
    {
      edit: "packages/countersign/src/types/platform.ts",
      find: "/** The configuration of a platform. */",
      by: `/** What the platform is greeted with. */
export interface Greeting {
  readonly greeting: string
}

/** The configuration of a platform. */`
    },
    {
      edit: "packages/countersign/test/authority/attacks.ts",
      after: "  return [",
      insert: `    get("/greeting?name=thief"),`
    }
  ],
  shown: `${SERVICE}
assert.deepEqual(await ask("GET", "/greeting?name=ada"), { status: 200, body: { greeting: "hello ada" } })
assert.equal((await ask("POST", "/greeting", {})).status, 405)
const { config } = countersign.api.in({ platformId: "alpha", mode: "sandbox" })
assert.deepEqual(await config.greeting("ada"), { greeting: "hello ada" })
process.exit(0)
`
}
