import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { format } from "../src/arrows/breach.ts"
import { check, readTree } from "../src/arrows/check.ts"
import { root } from "../src/workspace/disk.ts"
import { broken } from "./tree.ts"

const verdict = (path: string, text: string) => broken({ [path]: text })
const allowed: ReadonlyArray<string> = []

describe("rooms", () => {
  it.each([
    ["packages/core/src/a.ts", `import { id } from "@countersign/wire"`],
    ["packages/http/src/a.ts", `export * from "@countersign/core/internal"`],
    ["packages/client/src/a.ts", `import { id } from "@countersign/wire"`],
    ["packages/sandbox/src/a.ts", `import { id } from "@countersign/http"`],
    ["packages/countersign/src/a.ts", `import { layer } from "@countersign/sandbox"`],
    ["packages/countersign/src/a.ts", `import { layer } from "@countersign/memory"`],
    ["adapters/memory/src/a.ts", `import { Store } from "@countersign/core"`],
    ["examples/demo/src/a.ts", `import { layer } from "@countersign/sandbox"`],
    ["packages/wire/src/a.ts", `import { digest } from "#own"`]
  ])("lets %s say %s", (path, text) => expect(verdict(path, text)).toEqual(allowed))

  it.each([
    ["packages/wire/src/a.ts", `import { Store } from "@countersign/core"`],
    ["packages/core/src/a.ts", `import { api } from "@countersign/http"`],
    ["packages/http/src/a.ts", `export * from "@countersign/memory"`],
    ["packages/client/src/a.ts", `import type { Store } from "@countersign/core"`],
    ["packages/http/src/a.ts", `import { layer } from "@countersign/sandbox"`],
    ["packages/countersign/src/a.ts", `import { check } from "@countersign/checks"`],
    ["adapters/memory/src/a.ts", `import { mount } from "@countersign/express"`],
    ["adapters/memory/src/a.ts", `import { layer } from "@countersign/sandbox"`],
    ["packages/core/src/a.ts", `export const api = () => import("@countersign/http")`],
    ["packages/core/src/a.ts", `export type Api = import("@countersign/http").Api`],
    ["packages/core/src/a.ts", `import { id } from "../../wire/src/id.ts"`],
    ["packages/wire/src/a.ts", `import { pad } from "#away"`],
    ["packages/wire/src/a.ts", `import { pad } from "#undeclared"`]
  ])("stops %s from saying %s", (path, text) => expect(verdict(path, text)).toEqual([`room ${path}:1`]))

  it("reports a workspace that has no row in the table", () => {
    const attic = {
      name: "attic",
      folder: "packages/attic",
      manifest: { name: "attic" },
      text: "{}"
    }
    const files = [{ path: "packages/attic/src/a.ts", text: "" }]
    expect(check({ files, workspaces: [attic], dependencies: "" }).map(({ rule }) => rule)).toEqual(["room"])
  })

  it("reports a dynamic import with a computed specifier", () => {
    const path = "packages/countersign/src/a.ts"
    const text = "export const load = (name: string) => import(name)"
    expect(verdict(path, text)).toEqual([`computed-import ${path}:1`])
    // The doctor looks at the options of a host, whose file has no name here.
    expect(verdict("packages/kits/cli/src/doctor/options.ts", text)).toEqual([])
  })
})

describe("fixtures", () => {
  it.each([
    ["packages/core/test/a.test.ts", `import { world } from "../../countersign/test/world.ts"`],
    ["adapters/memory/test/deep/a.ts", `export { world } from "../../../../packages/countersign/test/world.ts"`],
    ["packages/core/test/a.test.ts", `const { world } = await import("../../countersign/test/world.ts")`]
  ])("stops %s from saying %s", (path, text) => expect(verdict(path, text)).toEqual([`fixtures ${path}:1`]))

  it.each([
    ["packages/core/test/a.test.ts", `import { world } from "./world.ts"`],
    ["packages/core/test/deep/a.test.ts", `import { world } from "../world.ts"`],
    ["packages/core/test/a.test.ts", `import { world } from "@countersign/harness/world"`],
    ["packages/core/test/a.test.ts", `import { turns } from "../../http/src/turns.ts"`],
    ["packages/core/test/a.test.ts", `export const x = (y: unknown) => y as string`]
  ])("lets %s say %s", (path, text) => expect(verdict(path, text)).toEqual(allowed))
})

describe("npm and Node", () => {
  it.each([
    ["packages/wire/src/a.ts", `import { p256 } from "@noble/curves/nist.js"`],
    ["adapters/memory/src/a.ts", `import { Pool } from "pg"`],
    ["adapters/memory/src/a.ts", `import { verify } from "node:crypto"`],
    ["packages/http/src/node/bridge.ts", `import type { IncomingMessage } from "node:http"`],
    ["packages/wire/src/primitives/native/digests.ts", `import { hash } from "node:crypto"`]
  ])("lets %s say %s", (path, text) => expect(verdict(path, text)).toEqual(allowed))

  it.each([
    ["npm", "packages/wire/src/a.ts", `import pad from "left-pad"`],
    ["npm", "packages/core/src/a.ts", `import pad from "left-pad"`],
    ["npm", "packages/client/src/a.ts", `import { p256 } from "@noble/curves/nist.js"`],
    ["node", "packages/wire/src/a.ts", `import { verify } from "node:crypto"`],
    ["node", "packages/wire/src/primitives/portable/digests.ts", `import { hash } from "node:crypto"`],
    ["node", "packages/core/src/a.ts", `import { verify } from "crypto"`],
    ["node", "packages/http/src/server.ts", `import type { IncomingMessage } from "node:http"`]
  ])("reports %s when %s says %s", (rule, path, text) => expect(verdict(path, text)).toEqual([`${rule} ${path}:1`]))

  it.each([
    ["adapters/memory/src/a.ts", "export const a = () => Math.random()"],
    ["packages/core/src/a.ts", `export const a = Math["random"]`],
    ["packages/wire/src/a.ts", "export const a = [1].map(Math.random)"]
  ])("K16: reports predictable randomness when %s contains %s", (path, text) => {
    expect(verdict(path, text)).toEqual([`chance ${path}:1`])
  })
})

describe("effect", () => {
  it.each([
    ["packages/core/src/a.ts", `import { Effect, Schema } from "effect"`],
    ["packages/core/src/a.ts", `import * as Effect from "effect/Effect"`],
    ["packages/core/src/a.ts", `import * as Hex from "effect/encoding/Hex"`],
    ["packages/core/src/a.ts", `import { Base64Url } from "effect/encoding"`],
    ["packages/http/src/a.ts", `import { HttpApi } from "@countersign/core/effect/http-api"`],
    ["packages/http/src/a.ts", `import * as HttpRouter from "@countersign/core/effect/http/HttpRouter"`],
    ["packages/sandbox/src/a.ts", `import { Semaphore, Stream } from "@countersign/core/effect"`],
    ["examples/demo/src/a.ts", `import { HttpRouter } from "effect/http"`]
  ])("lets %s say %s", (path, text) => expect(verdict(path, text)).toEqual(allowed))

  it.each([
    ["packages/core/src/a.ts", `import { Effect, Stream } from "effect"`],
    ["packages/core/src/a.ts", `import * as Everything from "effect"`],
    ["packages/core/src/a.ts", `import { HttpApi } from "effect/http-api"`],
    ["packages/core/src/a.ts", `import { SecureRandom } from "effect/crypto"`],
    ["packages/core/src/a.ts", `import * as Stream from "effect/Stream"`],
    ["packages/wire/src/a.ts", `import { Effect } from "@countersign/core/effect"`],
    ["packages/client/src/a.ts", `import type { Effect } from "@countersign/core/effect"`],
    ["packages/http/src/a.ts", `import { SqlClient } from "@countersign/core/effect/sql"`],
    ["packages/http/src/a.ts", `import { TestClock } from "@countersign/core/effect/testing"`],
    ["adapters/memory/src/a.ts", `import { HttpRouter } from "@countersign/core/effect/http"`],
    ["packages/countersign/src/a.ts", `import { HttpApiBuilder } from "@countersign/core/effect/http-api"`],
    ["packages/sandbox/src/a.ts", `import { Arbitrary } from "@countersign/core/effect"`]
  ])("stops %s from saying %s", (path, text) => expect(verdict(path, text)).toEqual([`effect ${path}:1`]))

  it.each([
    ["packages/http/src/a.ts", `import { Effect } from "effect"`],
    ["packages/sandbox/src/a.ts", `import { TestClock } from "effect/testing"`],
    ["packages/countersign/src/a.ts", `import type { Layer } from "effect"`],
    ["adapters/memory/src/a.ts", `export { Effect } from "effect"`],
    ["adapters/memory/src/a.ts", `const { runPromise } = await import("effect/Effect")`]
  ])("GH1: reports a copy of Effect beside the one of core when %s says %s", (path, text) =>
    expect(verdict(path, text)).toContain(`one-effect ${path}:1`)
  )

  it("GH1: lets core export whole indexes of Effect, from one folder", () => {
    const text = `export * from "effect/http"`
    expect(verdict("packages/core/src/effect/http.ts", text)).toEqual(allowed)
    expect(verdict("packages/core/src/a.ts", text)).toEqual(["effect packages/core/src/a.ts:1"])
  })
})

describe("folders of core", () => {
  const from = (folder: string, target: string) =>
    verdict(
      `packages/core/src/${folder}a.ts`,
      `import { b } from "${folder === "" ? "./" : folder.replaceAll(/[^/]+/gu, "..")}${target}b.ts"`
    )

  it.each([
    ["ports/", "schema/"],
    ["model/", "schema/"],
    ["ports/", "model/"],
    ["things/sessions/rules/", "schema/"],
    ["things/sessions/rules/", "machine/"],
    ["things/sessions/rules/", "ports/"],
    ["things/sessions/rules/", "store/"],
    ["ports/", "store/"],
    ["things/sessions/rules/", "things/sessions/rules/"],
    ["things/credentials/rules/", "model/"],
    ["things/sessions/", "things/sessions/rules/"],
    ["things/sessions/", "things/credentials/rules/"],
    ["", "things/sessions/"]
  ])("lets %s import %s", (folder, target) => expect(from(folder, target)).toEqual(allowed))

  it.each([
    ["schema/", "model/"],
    ["schema/", "ports/"],
    ["machine/", "model/"],
    ["ports/", "machine/"],
    ["model/", "ports/"],
    ["ports/", "things/sessions/rules/"],
    ["store/", "ports/"],
    ["store/", "things/sessions/rules/"],
    ["things/sessions/rules/", "things/credentials/rules/"],
    ["things/sessions/rules/", "things/sessions/"],
    ["things/sessions/", ""]
  ])("stops %s from importing %s", (folder, target) => {
    expect(from(folder, target)).toEqual([`folder packages/core/src/${folder}a.ts:1`])
  })
})

describe("folders of http", () => {
  const from = (folder: string, target: string) =>
    verdict(`packages/http/src/${folder}a.ts`, `import { b } from "${folder === "" ? "./" : "../"}${target}b.ts"`)

  it.each([
    ["errors/", "message/"],
    ["resources/", "errors/"],
    ["server/", "resources/"],
    ["guards/", "server/"],
    ["", "server/"]
  ])("lets %s import %s", (folder, target) => expect(from(folder, target)).toEqual(allowed))

  it.each([
    ["message/", "errors/"],
    ["errors/", "resources/"],
    ["resources/", "server/"],
    ["server/", "guards/"],
    ["node/", "server/"]
  ])("stops %s from importing %s", (folder, target) => {
    expect(from(folder, target)).toEqual([`folder packages/http/src/${folder}a.ts:1`])
  })
})

describe("cycles", () => {
  it("allows two files to import a third", () => {
    expect(
      broken({
        "packages/wire/src/a.ts": `import { c } from "./c.ts"; import { b } from "./b.ts"`,
        "packages/wire/src/b.ts": `import { c } from "./c.ts"`,
        "packages/wire/src/c.ts": "export const c = 1"
      })
    ).toEqual(allowed)
  })

  it("reports a cycle once, at the import that closes it, with its path", () => {
    expect(
      broken({
        "packages/wire/src/a.ts": `import { b } from "./b.ts"`,
        "packages/wire/src/b.ts": `import { c } from "./c.ts"`,
        "packages/wire/src/c.ts": `\nimport type { A } from "./a.ts"`
      })
    ).toEqual(["cycle packages/wire/src/c.ts:2"])
  })
})

it("check:lint reports a package that the workspace does not declare itself, or declares for its tests alone", () => {
  // Inside the repository, whose configuration applies.
  mkdirSync(join(root, ".build"), { recursive: true })
  const folder = mkdtempSync(join(root, ".build/imports-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, "src"))
  writeFileSync(
    join(folder, "package.json"),
    '{ "dependencies": { "b": "1.0.0" }, "devDependencies": { "c": "1.0.0" } }'
  )
  for (const name of ["b", "c", "d"]) writeFileSync(join(folder, `src/${name}.ts`), `export * from "${name}"\n`)
  const args = ["lint", "--vcs-enabled=false", folder]
  const { stderr } = spawnSync(join(root, "node_modules/.bin/biome"), args, { cwd: root, encoding: "utf8" })
  expect(stderr.match(/\w\.ts(?=:\d)/gu)?.toSorted()).toEqual(["c.ts", "d.ts"])
})

describe("refusals (I16)", () => {
  const path = "packages/core/src/things/pins/rules/Pin.ts"
  const list = { "packages/core/src/refusals.ts": 'import * as pin from "./things/pins/rules/Pin.ts"' }
  const declaration = 'export class PinWrong extends Refusal("PinWrong")(invalid, texts) {}'

  it("are in the catalogue when a listed module exports their class", () => {
    expect(broken({ ...list, [path]: declaration })).toEqual(allowed)
    expect(verdict("packages/core/src/things/credentials/kinds/PIN.ts", declaration)).toEqual(allowed)
  })

  it.each([
    ["in a module that is not listed", { [path]: `\n${declaration}` }, 2],
    ["that is not exported", { ...list, [path]: declaration.replace("export ", "") }, 1],
    ["whose name is not its tag", { ...list, [path]: declaration.replace("class PinWrong", "class WrongPin") }, 1],
    ["whose tag another class has", { ...list, [path]: `${declaration}\n\n${declaration}` }, 3]
  ])("a class %s is reported", (_, files, line) => expect(broken(files)).toEqual([`refusal ${path}:${line}`]))
})

describe("forbidden code in a file", () => {
  const word = "sandbox-valid-signature"

  it.each([
    ["packages/core/src/a.ts", `export const roles = ["a", "b"] as const`],
    ["packages/core/src/a.ts", "export const a = { b: 1 } satisfies { b: number }"],
    ["packages/core/src/a.ts", "export const big = Math.max(1, 2)"],
    ["packages/core/src/machine/Machine.ts", "export const a = (x: number) => x as unknown as string"],
    ["packages/core/src/things/credentials/kinds/index.ts", "export const a = (x: unknown) => x as string"],
    ["tooling/checks/src/a.ts", "export const a = (x: unknown) => x as string"],
    ["adapters/memory/src/a.ts", "export const a = (x: unknown) => x as string"],
    ["packages/http/src/a.ts", "export const a = (x: 1 | 2) => { switch (x) { default: return 1 } }"],
    ["packages/wire/src/json.ts", "export const a = (x: string) => JSON.parse(x)"],
    ["packages/client/src/a.ts", "export const a = (x: string) => JSON.parse(x)"],
    ["packages/core/src/a.ts", "export const a = (x: number) => JSON.stringify(x)"],
    ["packages/sandbox/src/a.ts", `export const word = "${word}"`],
    ["examples/demo/src/a.ts", `export const word = "${word}"`]
  ])("lets %s say %s", (path, text) => expect(verdict(path, text)).toEqual(allowed))

  it.each([
    ["cast", "packages/core/src/a.ts", "export const a = (x: unknown) => x as string"],
    ["cast", "packages/core/src/a.ts", "export const a = (x: unknown) => <string>x"],
    ["cast", "packages/client/src/a.ts", "export const a = (x: number) => (x as unknown) as string"],
    ["cast", "adapters/memory/src/a.ts", "export const a = (x: number) => x as unknown as string"],
    ["exhaustive", "packages/core/src/a.ts", "export const a = (x: 1 | 2) => { switch (x) { default: return 1 } }"],
    ["second-reading", "packages/http/src/server/a.ts", "export const a = (x: string) => JSON.parse(x)"],
    ["second-reading", "packages/core/src/a.ts", `export const a = (x: string) => JSON["parse"](x)`],
    ["second-reading", "adapters/memory/src/a.ts", "export const read = JSON.parse"],
    ["second-reading", "packages/http/src/a.ts", "export const read = Schema.fromJsonString(Schema.Unknown)"],
    ["sandbox-word", "packages/core/src/a.ts", `export const word = "${word}"`],
    ["sandbox-word", "packages/countersign/src/a.ts", `export const word = "sandbox-valid-passkey-signature"`]
  ])("reports %s when %s says %s", (rule, path, text) => expect(verdict(path, text)).toEqual([`${rule} ${path}:1`]))
})

describe("the complete check", () => {
  it("prints a breach as one line that an editor can open", () => {
    const breach = {
      path: "packages/core/src/a.ts",
      line: 3,
      rule: "cast",
      remedy: "decode instead"
    }
    expect(format(breach)).toBe("packages/core/src/a.ts:3  cast  decode instead")
  })

  it("finds no breach in this repository, and no second copy of Effect (GH1)", () => {
    expect(check(readTree()).map(format)).toEqual([])
  })
})
