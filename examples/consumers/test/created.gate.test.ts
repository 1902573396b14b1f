import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { root } from "./pages.ts"
import { shell } from "./shell.ts"

const parent = mkdtempSync(join(tmpdir(), "countersign-created-"))
afterAll(() => rmSync(parent, { recursive: true }))
// The gate has already built the packages, and other tests read the build at the same time.
const create = (words: string) => shell(`node tooling/checks/dist/commands/main.js create ${words}`, root)
const folder = join(parent, "my-wallet")
// NODE_ENV is that of this test run.
const inService = (command: string) => shell(`unset NODE_ENV\n${command}`, folder)

describe("GU2: a service that one command of the clone writes", () => {
  it("installs without a network after `npm ci` of the clone, and its tests pass", { timeout: 600_000 }, async () => {
    expect(await create(folder)).toMatch(/ {2}npm install\n {2}npm test\n {2}npm run dev\n$/u)
    await inService("npm install --offline")
    expect(await inService("npm test")).toMatch(/# pass [1-9]\d*\n# fail 0\n/u)
    await inService("npm run build")
  })

  it("has the command of the docs", async () => {
    expect(await inService("npx --no @countersign/cli keys")).toMatch(/^VAULT_KEY=[0-9a-f]{64}\n/u)
  })

  it("is complete: its image and its repository need no file of the clone", () => {
    const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    const files = Object.values<string>(dependencies).filter((from) => from.startsWith("file:"))
    expect(files.length).toBeGreaterThan(6)
    expect(files.filter((from) => !existsSync(join(folder, from.slice("file:".length))))).toEqual([])
    const image = readFileSync(join(folder, "Dockerfile"), "utf8").split("\n")
    const installs = image.flatMap((line, nth) => (line.startsWith("RUN npm ci") ? [image.slice(nth - 2, nth)] : []))
    const copies = ["COPY vendor ./vendor", "COPY package.json package-lock.json ./"]
    expect(installs).toEqual([copies, copies])
    expect(readFileSync(join(folder, "package-lock.json"), "utf8")).not.toContain(root)
  })

  it("is not written into a folder that has files, nor without a folder", async () => {
    await expect(create(folder)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("is not empty") })
    await expect(create("")).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("-- FOLDER") })
  })
})
