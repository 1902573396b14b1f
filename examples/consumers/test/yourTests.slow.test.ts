import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, it } from "vitest"
import { file, root } from "./pages.ts"
import { ownService } from "./service.ts"
import { shell } from "./shell.ts"

const GUIDE = "docs/guides/test-your-service.md"
const service = await ownService()
// Only this test installs Jest and ts-jest, which are 90 MB.
const RUNNERS =
  "vitest@4.1.12 jest@30.5.2 jest-environment-jsdom@30.5.2 ts-jest@29.4.15 typescript@5.9.3 @types/jest@30.0.0"
await shell(`npm install ${RUNNERS}`, service)

/** Writes files of the page, or of this test, into a folder of the service. Runs a command there. */
const run = (name: string, command: string, files: Readonly<Record<string, string>>): Promise<string> => {
  const folder = join(service, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  // The reports of the runners are on stderr.
  return shell(`unset NODE_ENV VITEST NODE_OPTIONS\n${command} 2>&1`, folder)
}

const fromPage = (...names: ReadonlyArray<string>) =>
  Object.fromEntries(names.map((name) => [name.slice(name.indexOf("/") + 1), file(GUIDE, name)]))

const MANIFEST = { "package.json": JSON.stringify({ name: "service", private: true }) }

it("GH12: Vitest runs the test of the page", async () => {
  const printed = await run("vitest", "npx vitest run --root .", fromPage("vitest/wallet.test.ts"))
  expect(printed).toMatch(/Tests .*1 passed/u)
})

it("GH12: Jest runs the test of the page in CommonJS, by its configuration", async () => {
  const printed = await run("jest", "npm test -- --rootDir .", fromPage("jest/package.json", "jest/wallet.test.js"))
  expect(printed).toMatch(/^Tests: +1 passed, 1 total$/mu)
})

it("GH12: Jest runs it where the default is jsdom, below the comment of the page", async () => {
  const comment = "/** @jest-environment node */"
  expect(readFileSync(`${root}${GUIDE}`, "utf8")).toContain(comment)
  const command = "NODE_OPTIONS=--experimental-vm-modules npx jest --rootDir . --env jsdom"
  const test = file(GUIDE, "jest/wallet.test.js")
  const printed = await run("jsdom", command, { ...MANIFEST, "wallet.test.js": `${comment}\n${test}` })
  expect(printed).toMatch(/^Tests: +1 passed, 1 total$/mu)
})

it("GH12: ts-jest runs the test in TypeScript, with the compiler options of the page", async () => {
  const config = JSON.stringify({ testEnvironment: "node", transform: { "^.+\\.ts$": "ts-jest" } })
  const files = {
    ...MANIFEST,
    ...fromPage("ts-jest/tsconfig.json"),
    "jest.config.json": config,
    "wallet.test.ts": file(GUIDE, "jest/wallet.test.js")
  }
  const printed = await run("ts-jest", "NODE_OPTIONS=--experimental-vm-modules npx jest --rootDir .", files)
  expect(printed).toMatch(/^Tests: +1 passed, 1 total$/mu)
})

it("GH12: ts-jest runs a service that is compiled to CommonJS, with static imports, by the configuration of the page", async () => {
  const test = file(GUIDE, "vitest/wallet.test.ts").replace('import { expect, it } from "vitest"\n', "")
  const files = {
    ...MANIFEST,
    ...fromPage("commonjs/tsconfig.json", "commonjs/jest.config.json"),
    "wallet.test.ts": test
  }
  expect(await run("commonjs", "npx jest --rootDir .", files)).toMatch(/^Tests: +1 passed, 1 total$/mu)
})
