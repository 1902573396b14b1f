import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { addAuthenticator } from "@countersign/harness/browser/authenticator"
import { violationsOf } from "@countersign/harness/browser/axe"
import { browser } from "@countersign/harness/browser/chromium"
import { localRegistry } from "@countersign/harness/localRegistry"
import { freePort, testDatabase } from "@countersign/harness/postgres"
import { afterAll, expect, inject, it } from "vitest"
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
        await signIn(chromium(), `http://localhost:${port}`, "de-DE")
      } finally {
        expect(await service.stop()).toBe(0)
      }
      if (template === "next") {
        // By its platform's own command, as a serverless platform runs it too: the first request opens the wallet (GU10).
        const own = await started(["node", "node_modules/next/dist/bin/next", "start", "-p", port], image, env)
        await signIn(chromium(), `http://localhost:${port}`, "en-GB", "eve@example.com").finally(own.stop)
      }

      // As a team would deploy it.
      const settings = {
        WALLET_MODE: "production",
        SMTP_URL: "smtps://acme:password@smtp.acme.example",
        MAIL_FROM: "Acme <login@acme.example>",
        HOST: "127.0.0.1",
        ALLOWED_ORIGINS: "https://app.acme.example",
        PASSKEY_ORIGINS: "https://pay.acme.example,https://app.acme.example",
        BEHIND_PROXY: "1"
      }
      const described = readFileSync(join(folder, ".env.example"), "utf8").matchAll(/^(\w+)=/gmu)
      expect([...described].map(([, name = ""]) => name).filter((name) => !(name in { ...env, ...settings }))).toEqual(
        []
      )
      const deployed = await started(commands.service, image, { ...env, ...settings })
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

/** The words of the page in two languages (GU6). */
const PAGES = {
  "en-GB": {
    title: "My wallet",
    email: "E-mail",
    start: "E-mail me a code",
    code: "Code",
    submit: "Sign in",
    signedIn: "Signed in",
    add: "Add a passkey",
    added: "The passkey “This device” was added.",
    signOut: "Sign out"
  },
  "de-DE": {
    title: "Meine Wallet",
    email: "E-Mail-Adresse",
    start: "Einmalcode per E-Mail senden",
    code: "Einmalcode aus der E-Mail",
    submit: "Anmelden",
    signedIn: "Angemeldet",
    add: "Passkey hinzufügen",
    added: "Der Passkey „Dieses Gerät“ wurde hinzugefügt.",
    signOut: "Abmelden"
  }
}

/** Signs up on the page by code, calls the protected endpoint, reloads, signs out, and signs in with a passkey (GU4, GU12). */
const signIn = async (
  chromium: ReturnType<ReturnType<typeof browser>>,
  url: string,
  locale: keyof typeof PAGES,
  email = "ada@example.com"
) => {
  const says = PAGES[locale]
  const context = await chromium.newContext({ colorScheme: "dark", locale })
  const page = await context.newPage()
  await addAuthenticator(page)
  const faults: Array<string> = []
  page.on("pageerror", (error) => faults.push(error.message))
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()))
  const button = (name: string) => page.getByRole("button", { name })
  const signedIn = page.getByRole("heading", { name: says.signedIn })
  await page.goto(url)
  expect([await page.title(), await page.locator("html").getAttribute("lang")]).toEqual([
    says.title,
    locale.slice(0, 2)
  ])
  // The root paints the canvas.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("light dark")
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel(says.email).fill(email)
  await button(says.start).click()
  await page.getByLabel(says.code).fill("000000")
  expect(await violationsOf(page)).toEqual([])
  await button(says.submit).click()
  await signedIn.waitFor()
  await button("GET /api/me").click()
  await page.getByText(/"accountId":"InternalAccount:/u).waitFor()
  await button(says.add).click()
  await page.getByText(says.added).waitFor()
  expect(await violationsOf(page)).toEqual([])
  // The session is in this browser, with a key that the page cannot read.
  await page.reload()
  await button(says.signOut).click()
  await button(email).waitFor()
  // The visitor types nothing: the autofill of the field has the passkey.
  await context.clearCookies()
  await page.reload()
  await signedIn.waitFor()
  expect(faults).toEqual([])
  await context.close()
}
