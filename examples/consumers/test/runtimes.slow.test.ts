import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { javaScriptOf } from "@countersign/harness/bundle"
import { freePort, testDatabase } from "@countersign/harness/postgres"
import { build } from "vite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { file, output } from "./pages.ts"
import { requireEverything } from "./requireEverything.ts"
import { installedService, ownService } from "./service.ts"
import { shell } from "./shell.ts"

// Each runtime is a binary of about 100 MB, and Next is 360 MB, so they are not dependencies.
const runtimes = {
  bun: "bun@1.4.5",
  deno: "deno@2.9.6",
  node22: "node@22.23.3",
  node24: "node@24.21.0",
  wrangler: "wrangler@4.164.0"
}
const NEXT = "next@16.4.6 react@19.3.1 react-dom@19.3.1 typescript@5.9.3 @types/node@20.19.43 @types/react@19.2.14"

const MOUNT = "docs/guides/mount.md"
const SIGNED_IN = `${output(MOUNT, "login")}\n`
const service = await installedService()
const tools = join(dirname(service), "runtimes")
const programs = fileURLToPath(new URL("../programs", import.meta.url))
const binary = (name: string) => join(tools, name, "node_modules/.bin", name.replace(/\d+$/u, ""))
const database = testDatabase()

/** The environment variables of a deployed service. */
const environment = {
  SECRET: randomBytes(16).toString("hex"),
  VAULT_KEY: randomBytes(32).toString("hex"),
  SERVICE_KEY: randomBytes(32).toString("hex")
}

const started: Array<ChildProcess> = []
afterAll(() => {
  for (const { pid } of started) if (pid !== undefined) process.kill(-pid)
})

/** Starts a server in a process group of its own, and waits until it answers. */
const serve = async (command: string, args: ReadonlyArray<string>, cwd: string, url: string, env = {}) => {
  const server = spawn(command, args, { cwd, env: { ...process.env, ...environment, ...env }, detached: true })
  started.push(server)
  await once(server, "spawn")
  await expect.poll(async () => (await fetch(url).catch(() => undefined))?.status).toBe(200)
}

beforeAll(async () => {
  for (const [name, wanted] of Object.entries(runtimes)) {
    mkdirSync(join(tools, name), { recursive: true })
    await shell(`npm install ${wanted}`, join(tools, name))
  }
  requireEverything(service)
}, 600_000)

describe("the web handler on the server of another runtime", () => {
  it.each([
    ["bun", "bun login.mjs"],
    ["deno", "deno run --allow-all login.mjs"]
  ])("signs a user in on %s, by the host of the page", async (name, command) => {
    const folder = await ownService()
    writeFileSync(join(folder, "host.js"), file(MOUNT, `${name}/host.mjs`))
    writeFileSync(join(folder, "login.mjs"), await javaScriptOf(file(MOUNT, "express/login.ts")))
    const port = String(await freePort())
    const printed = await shell(join(dirname(binary(name)), command), folder, { PORT: port })
    // Beside the lines that the log of the service writes, one JSON object each.
    expect(printed.replaceAll(/^\{"message":.*\n/gmu, "")).toBe(SIGNED_IN)
  })
})

// wrangler needs Node 22. It asks no address of Cloudflare for what it does here.
const quietly = { WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", CI: "true" }
const wranglerDev = async (folder: string, path: string, ...more: ReadonlyArray<string>): Promise<string> => {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const wrangler = join(tools, "wrangler/node_modules/wrangler/bin/wrangler.js")
  const args = [wrangler, "dev", "--port", port, "--ip", "127.0.0.1", "--inspector-port", "0", ...more]
  await serve(binary("node22"), args, folder, `${url}${path}`, quietly)
  return url
}

describe("GH2: Cloudflare Workers, by the tools themselves", () => {
  it("signs a user in under wrangler dev with PostgreSQL, by the worker and the configuration of the page", async () => {
    const folder = await ownService()
    await shell("npm install pg@8.23.1", folder)
    for (const name of ["worker.ts", "wrangler.json"]) writeFileSync(join(folder, name), file(MOUNT, `workers/${name}`))
    const variables = Object.entries({ ...environment, DATABASE_URL: database.url() })
    writeFileSync(join(folder, ".dev.vars"), variables.map(([name, text]) => `${name}="${text}"`).join("\n"))
    const url = await wranglerDev(folder, "/wallet/health/ready")
    copyFileSync(join(programs, "signIn.mjs"), join(folder, "signIn.mjs"))
    expect(await shell("node signIn.mjs", folder, { ...environment, URL: `${url}/wallet` })).toBe(SIGNED_IN)
  })

  it("signs a user in on workerd, from a bundle of Vite for the target webworker", async () => {
    const folder = await ownService()
    copyFileSync(join(programs, "worker.mjs"), join(folder, "worker.mjs"))
    await build({
      root: folder,
      logLevel: "error",
      build: { ssr: "worker.mjs", outDir: "out" },
      ssr: { target: "webworker", noExternal: [/./u] }
    })
    const configuration = JSON.parse(file(MOUNT, "workers/wrangler.json"))
    writeFileSync(join(folder, "wrangler.json"), JSON.stringify({ ...configuration, main: "out/worker.js" }))
    const url = await wranglerDev(folder, "/", "--no-bundle")
    expect(await (await fetch(url)).text()).toBe("signed in by EMAIL_OTP")
  })
})

describe("Next's own server", () => {
  it("FA6: signs a user in through route handlers behind a proxy, whose rule no other spelling bypasses", {
    timeout: 600_000
  }, async () => {
    const folder = await ownService()
    cpSync(join(programs, "next"), folder, { recursive: true })
    copyFileSync(join(programs, "signIn.mjs"), join(folder, "signIn.mjs"))
    await shell(`npm install ${NEXT} && npx next build`, folder, { NEXT_TELEMETRY_DISABLED: "1" })
    const port = String(await freePort())
    const origin = `http://127.0.0.1:${port}`
    const url = `${origin}/api/wallet`
    await serve("npx", ["next", "start", "-p", port, "-H", "127.0.0.1"], folder, `${url}/health/ready`)
    // The second line is the host's own endpoint, in a bundle of its own: with a session, and without.
    const [first, own, last] = (
      await shell("node signIn.mjs", folder, { ...environment, URL: url, OWN: `${origin}/api/me` })
    ).split("\n")
    expect(`${first}\n${last}\n`).toBe(SIGNED_IN)
    expect(own).toBe("200 true 401")
    const headers = `-u app:${environment.SECRET}`
    const statusOf = async (path: string, ...more: ReadonlyArray<string>) =>
      Number(
        await shell(
          `curl -s --path-as-is ${more.join(" ")} ${headers} -o /dev/null -w '%{http_code}' '${url}/2025-10-13${path}'`,
          folder
        )
      )
    expect(await statusOf("/platforms")).toBe(403)
    for (const path of ["/x/../platforms", "/x/%2e%2e/platforms"])
      expect([path, await statusOf(path)]).toEqual([path, 403])
    // Next redirects to the normal form, where the rule applies.
    for (const path of ["//platforms", "/platforms/", "\\platforms"])
      expect([path, await statusOf(path)]).toEqual([path, 308])
    expect(await statusOf("/%70latforms")).toBe(400)
    expect(await statusOf("/customers", "-I")).toBe(200)
    expect(await statusOf("/customers", "-X OPTIONS")).toBe(405)
  })
})

it.each(["node22", "node24"])("loads every entry point by CommonJS require on %s, and answers", async (name) => {
  expect(await shell(`${binary(name)} require.cjs`, service)).toBe("200 { status: 'UP' }\n")
})
