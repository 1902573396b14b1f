import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const page = readFileSync(new URL("../../../../docs/guides/production.md", import.meta.url), "utf8")
const program = fileURLToPath(new URL("../bin/countersign.js", import.meta.url))

it("docs/guides/production.md: keys prints the documented names, with a secret for each", () => {
  const [, command] = /```sh run=keys\n(.+)\n```/u.exec(page) ?? []
  expect(command).toBe("npx @countersign/cli keys")
  const printed = execFileSync(process.execPath, [program, "keys"], { encoding: "utf8" })
  const [, promised] = /```text output=keys\n([\s\S]*?)```/u.exec(page) ?? []
  expect(printed.replaceAll(/=[0-9a-f]{64,130}$/gmu, "=…")).toBe(promised)
})
