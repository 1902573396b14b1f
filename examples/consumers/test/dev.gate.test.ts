import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { installedService } from "./service.ts"

const service = await installedService()

it("countersign dev, as installed, serves the wallet page and the operator's page of npm start", async () => {
  const SANDBOX_FILE = join(mkdtempSync(join(tmpdir(), "countersign-dev-")), "sandbox.json")
  const command = join(service, "node_modules/.bin/countersign")
  const child = spawn(command, ["dev", "--memory"], { env: { ...process.env, PORT: "0", SANDBOX_FILE } })
  let printed = ""
  child.stdout.on("data", (chunk) => {
    printed += String(chunk)
  })
  try {
    await expect.poll(() => printed).toContain("Stop it: Ctrl-C")
    for (const [name, title] of [
      ["Wallet", "Wallet · Countersign sandbox"],
      ["Operator", "Operator · Countersign sandbox"]
    ]) {
      const address = new RegExp(`${name} page +(\\S+)`, "u").exec(printed)?.[1] ?? ""
      expect(await (await fetch(address)).text()).toContain(`<title>${title}</title>`)
    }
    const origin = /Wallet page +(\S+)/u.exec(printed)?.[1] ?? ""
    expect(await (await fetch(`${origin}wallet/me`)).json()).toMatchObject({
      bundleSigner: expect.stringMatching(/^04[0-9a-f]{128}$/u)
    })
  } finally {
    child.kill("SIGTERM")
  }
  expect(await once(child, "exit")).toEqual([0, null])
})
