import { type Change, SERVICE } from "./Change.ts"

/** `GET /greeting`, in an operation, the file of its resource, and the line that exports the operation. */
export const endpoint: Change = {
  name: "endpoint",
  costs: { created: 1, edited: 2 },
  edits: [
    {
      create: "packages/core/src/operations/config/greet.ts",
      text: `import { Result } from "effect"
import { configOf } from "../../rules/config/PlatformConfig.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { noChanges } from "../../store/plans.ts"
import type { FoundOf } from "../../store/records.ts"
import { type Decision, type Leg, operation } from "../operation.ts"

const reads = (_: undefined, environment: EnvironmentKey) => ({ config: configOf(environment) })

export const decide = ({
  found: { config }
}: Leg<undefined, FoundOf<ReturnType<typeof reads>>>): Result.Result<Decision<string>, never> =>
  Result.succeed({ ...noChanges, reply: config === undefined ? "hello" : "hello again" })

const run = operation({ reads, decide })

/** Greets the platform. */
export const greet = () => run(undefined)
`
    },
    {
      edit: "packages/http/src/resources/webhooks/config.ts",
      find: "export const readConfig",
      by: `export const readGreeting = get("readGreeting", "/greeting", {
  summary: "Greet the platform",
  success: Schema.Struct({ greeting: Schema.String }),
  handle: () => Effect.map(core.greet(), (greeting) => ({ greeting }))
})

export const readConfig`
    },
    {
      edit: "packages/core/src/operations/index.ts",
      after: `"./config/read.ts"`,
      insert: `export { greet } from "./config/greet.ts"`
    }
  ],
  shown: `${SERVICE}
assert.deepEqual(await ask("GET", "/greeting"), { status: 200, body: { greeting: "hello" } })
assert.equal((await ask("POST", "/greeting", {})).status, 405)
process.exit(0)
`
}
