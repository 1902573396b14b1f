import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { addAuthenticator } from "@countersign/harness/browser/authenticator"
import { violationsOf } from "@countersign/harness/browser/axe"
import { browser } from "@countersign/harness/browser/chromium"
import { freePort, testDatabase } from "@countersign/harness/postgres"
import { afterAll, expect, inject, it } from "vitest"
import { localRegistry } from "./localRegistry.ts"
import { installedService } from "./service.ts"
import { node, shell } from "./shell.ts"

/** Registers a test for each template: written by `npm create`, installed, tested, built, started, used, stopped. */
export const walkTemplates = async (templates: ReadonlyArray<string>) => {
  const database = testDatabase({ isEmpty: true })
  const chromium = browser()
  await installedService()
  // Every package of the repository, under its name, as a registry would have it.
  const registry = await localRegistry(inject("packed"))
  afterAll(() => registry.close())

  it.each(templates)(
    "npm create writes a %s service whose tests pass, and which a browser signs in to",
    { timeout: 900_000 },
    async (template) => {
      const parent = mkdtempSync(join(dirname(inject("packed")), "created-"))
      const folder = join(parent, "my-wallet")
      const began = performance.now()
      const seconds: Array<string> = []
      const timed = async (command: string, cwd: string) => {
        const start = performance.now()
        // NODE_ENV is that of this test run.
        const env = { npm_config_registry: registry.url, NEXT_TELEMETRY_DISABLED: "1" }
        const output = await shell(`unset NODE_ENV\n${command}`, cwd, env, { timeout: 300_000 })
        seconds.push(`${command.split(" ").slice(0, 3).join(" ")} ${since(start)}`)
        return output
      }
      expect(await timed(`npm create -y countersign@latest my-wallet -- --template ${template}`, parent)).toContain(
        "  cd my-wallet\n  npm install\n  npm test\n  npm run dev\n"
      )
      const [, tested] = [await timed("npm install", folder), await timed("npm test", folder)]
      expect(tested).toMatch(/# pass [1-9]\d*\n# fail 0\n/u)
      await timed("npm run build", folder)

      // What the Dockerfile puts into the image: without the packages that only a build needs.
      const image = join(parent, "image")
      mkdirSync(image)
      await shell(`tar -c --exclude ./node_modules . | tar -x -C "${image}"`, folder)
      await timed("npm ci --omit=dev", image)
      const commands = imageCommands(folder)
      const port = String(await freePort())
      const env = { PORT: port, DATABASE_URL: database.url(), ...KEYS }
      const service = await started(commands.service, image, env)
      try {
        await node(commands.health.slice(1), image, env)
        await signIn(chromium(), `http://localhost:${port}`)
      } finally {
        expect(await service.stop()).toBe(0)
      }
      if (template === "next") {
        // By its platform's own command, as a serverless platform runs it too: the first request opens the wallet (GU10).
        const own = await started(["node", "node_modules/next/dist/bin/next", "start", "-p", port], image, env)
        await signIn(chromium(), `http://localhost:${port}`, "eve@example.com").finally(own.stop)
      }

      // As a team would deploy it.
      const mail = { SMTP_URL: "smtps://acme:password@smtp.acme.example", MAIL_FROM: "Acme <login@acme.example>" }
      const deployed = await started(commands.service, image, { ...env, ...mail, WALLET_MODE: "production" })
      expect(await deployed.stop()).toBe(0)
      console.log(`${template}: ${seconds.join(", ")}; in all ${since(began)}`)
    }
  )
}

const since = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`

const key = () => randomBytes(32).toString("hex")
const KEYS = { VAULT_KEY: key(), WALLETS_KEY: key(), SERVICE_KEY: key(), SESSION_SECRET: key(), NODE_ENV: "production" }

/** The commands of the Dockerfile: its health check, and what it runs, which `npm start` runs too. */
const imageCommands = (folder: string) => {
  const dockerfile = readFileSync(join(folder, "Dockerfile"), "utf8")
  const [health = [], service = []] = [...dockerfile.matchAll(/^ *CMD (\[.*\])$/gmu)].map(
    ([, words = ""]): ReadonlyArray<string> => JSON.parse(words)
  )
  expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).scripts.start).toBe(service.join(" "))
  return { health, service }
}

/** Starts the service, and waits until it is ready. `stop` sends SIGTERM, and returns the exit code. */
const started = async (
  [command = "", ...args]: ReadonlyArray<string>,
  cwd: string,
  env: Readonly<Record<string, string>>
) => {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env } })
  const output: Array<string> = []
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(String(chunk)))
  const exited = once(child, "exit")
  const isReady = async () => (await fetch(`http://localhost:${env.PORT}/health/ready`).catch(() => undefined))?.status
  try {
    await expect.poll(isReady).toBe(200)
  } catch (cause) {
    child.kill("SIGKILL")
    throw new Error(`The service is not ready: ${output.join("")}`, { cause })
  }
  return {
    stop: async () => {
      child.kill("SIGTERM")
      const [code] = await exited
      if (code !== 0) console.log(output.join(""))
      return code
    }
  }
}

/** Signs up on the page by code, calls the protected endpoint, reloads, signs out, and signs in with a passkey (GU4, GU12). */
const signIn = async (chromium: ReturnType<ReturnType<typeof browser>>, url: string, email = "ada@example.com") => {
  const context = await chromium.newContext({ colorScheme: "dark" })
  const page = await context.newPage()
  await addAuthenticator(page)
  const faults: Array<string> = []
  page.on("pageerror", (error) => faults.push(error.message))
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()))
  await page.goto(url)
  expect(await page.title()).toBe("My wallet")
  // The root paints the canvas.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("light dark")
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel("E-mail").fill(email)
  await page.getByRole("button", { name: "E-mail me a code" }).click()
  await page.getByLabel("Code").fill("000000")
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("heading", { name: "Signed in" }).waitFor()
  await page.getByRole("button", { name: "Call /api/me" }).click()
  await page.getByText(/"accountId":"InternalAccount:/u).waitFor()
  await page.getByRole("button", { name: "Add a passkey" }).click()
  await page.getByText("The passkey “This device” was added.").waitFor()
  expect(await violationsOf(page)).toEqual([])
  // The session is in this browser, with a key that the page cannot read.
  await page.reload()
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.getByRole("button", { name: email }).waitFor()
  // The visitor types nothing: the autofill of the field has the passkey.
  await context.clearCookies()
  await page.reload()
  await page.getByRole("heading", { name: "Signed in" }).waitFor()
  expect(faults).toEqual([])
  await context.close()
}
