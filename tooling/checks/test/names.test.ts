import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { createClient } from "@countersign/client"
import { createCountersign } from "countersign"
import { expect, it } from "vitest"
import { userPages } from "../src/docs/userPages.ts"
import { packageReadmes } from "../src/readme/packageReadmes.ts"
import { isThere, root, text } from "../src/workspace/disk.ts"
import {
  commandsOf,
  type Existing,
  endpointsOf,
  fieldsOf,
  pathsOf,
  pathsOfOptions,
  programsOf,
  unknownNames,
  wordsOfSources
} from "./names.ts"

const countersign = createCountersign({ logs: "none" })
const { bundleSigner } = countersign
const environment = countersign.api.in({ platformId: "acme", mode: "sandbox" })
const completion = execFileSync(process.execPath, [
  join(root, "packages/kits/cli/bin/countersign.js"),
  "completion",
  "bash"
])
await countersign.close()

const openapi = JSON.parse(text("docs/generated/openapi.json"))
const existing: Existing = {
  paths: new Set([
    ...pathsOf("client", createClient({ baseUrl: "/", bundleSigner })),
    ...pathsOf("countersign", countersign),
    ...pathsOf("environment", environment),
    ...pathsOfOptions(text("docs/generated/options.md"))
  ]),
  endpoints: new Set([...endpointsOf(openapi), ...["live", "ready"].map((check) => `GET /health/${check}`)]),
  commands: new Set(commandsOf(String(completion))),
  scripts: new Set(Object.keys(JSON.parse(text("package.json")).scripts)),
  fields: fieldsOf(openapi),
  words: wordsOfSources(),
  isThere
}

it("GU11: each name in the user pages exists: methods, options, commands, endpoints, files", () => {
  const found = [...userPages(), "SECURITY.md", ...packageReadmes()].flatMap((page) =>
    unknownNames(page, text(page), existing, programsOf(page))
  )
  expect(found).toEqual([])
})

it.each([
  ["a method of the client", "`client.passkeys.enrol`"],
  ["a method of an environment", "`api.in(…).customers.import`"],
  ["a method of a group", "`customers.forget(id)`"],
  ["a property of the instance", "`countersign.handlers`"],
  ["a policy value", "`policy.otpLenght`"],
  ["an option", "`webhooks.allowLocal: true`"],
  ["a setting", "`limits.sessionsPerUser`"],
  ["a command", "`npx @countersign/cli migrade up`"],
  ["a subcommand", "`countersign receipts import`"],
  ["an option of a command", "`npx @countersign/cli migrate up --force`"],
  ["a script", "`npm run deploy`"],
  ["an endpoint", "`POST /auth/passkeys`"],
  ["a file", "`packages/core/src/things/gone.ts`"],
  ["a function", "`mayCall`"],
  ["a code", "`STEP_UP_NEEDED`"],
  ["a header", "`Service-Wallet-Stamp`"]
])("GU11: reports %s that does not exist", (_, span) => {
  expect(unknownNames("page.md", `# A\n\nText with ${span}.`, existing)).toEqual([
    expect.stringContaining(`page.md:3  ${span}`)
  ])
})

it("GU11: accepts arguments, queries, cut paths and names of other software", () => {
  const spans = [
    "`client.sessions.list(accountId, { current: session })`",
    "`sandbox.passkeys.requireUserVerification`",
    "`GET /auth/sessions?accountId=…`",
    "`POST /operator/…`",
    "`countersign_calls_total`",
    "`synchronous_standby_names`"
  ]
  expect(unknownNames("page.md", spans.join(" "), existing)).toEqual([])
})
