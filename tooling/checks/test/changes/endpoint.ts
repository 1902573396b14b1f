import { type Change, SERVICE } from "./Change.ts"

/**
 * `GET /greeting`, in an operation, the file of its resource with its row of SECURITY.md, and the line that exports the
 * operation. Its method of the promise API is printed, by the name in the tables of the printer.
 */
export const endpoint: Change = {
  name: "endpoint",
  edits: [
    {
      create: "packages/core/src/things/platforms/greet.ts",
      text: `import { Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { noChanges } from "../../store/plans.ts"
import { GreetedAlready } from "../recovery/rules/refusals.ts"
import { configOf } from "./rules/PlatformConfig.ts"

const reads = (_: string, environment: EnvironmentKey) => ({ config: configOf(environment) })

/** Greets the platform. */
export const greet = operation(reads).decide(function decideGreeting({ at, command, found: { config } }) {
  if (command === "early") return Result.fail(new GreetedAlready({ until: at + 60_000, at }))
  const decision: Decision<string> = {
    ...noChanges,
    reply: config === undefined ? \`hello \${command}\` : \`hello again \${command}\`
  }
  return Result.succeed(decision)
})
`
    },
    {
      edit: "packages/http/src/resources/webhooks/config.ts",
      find: "export const readConfig",
      by: `export const readGreeting = get("readGreeting", "/greeting", {
  summary: "Greet the platform",
  query: { name: Schema.String },
  success: Schema.Struct({ greeting: Schema.String }).annotate({ description: "What the platform is greeted with" }),
  refusals: ["GreetedAlready"],
  handle: ({ query }) => Effect.map(core.greet(query.name), (greeting) => ({ greeting }))
})

export const readConfig`
    },
    {
      edit: "packages/core/src/things/index.ts",
      after: `"./platforms/config.ts"`,
      insert: `export { greet } from "./platforms/greet.ts"`
    },
    {
      edit: "tooling/checks/src/printed/groups.ts",
      find: "methods: { read: webhooks.readConfig,",
      by: "methods: { greeting: webhooks.readGreeting, read: webhooks.readConfig,"
    },
    {
      edit: "tooling/checks/src/printed/types.ts",
      find: "    PlatformConfig: config,",
      by: "    PlatformConfig: config,\n    Greeting: answer(webhooks.readGreeting),"
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
