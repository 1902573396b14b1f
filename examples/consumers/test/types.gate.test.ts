import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { compileSamples, writeSamples } from "@countersign/checks"
import { beforeAll, describe, expect, it } from "vitest"
import { compile } from "./compile.ts"
import { entries } from "./entries.ts"
import { root } from "./pages.ts"
import { ownService } from "./service.ts"
import { node, shell } from "./shell.ts"

const service = await ownService()
// Each compiler has its own alias. A consumer has only one of them.
const compilers = {
  "5.8": "5.8.3",
  // The oldest and the newest frame it.
  ...(process.env.FAULTS === "all" ? { "5.9": "5.9.3" } : {}),
  "7": "7.0.2"
}
const types = ["@types/node@20.19.43", "@types/pg@8.23.1", "@types/express@5.0.6", "@types/koa@3.0.3"]

const compiled = (
  version: string,
  ...rest: [resolution: "nodenext" | "bundler" | "node10", ...more: ReadonlyArray<string>]
) => compile(`node_modules/typescript-${version}/lib/tsc.js`, service, ...rest)

beforeAll(async () => {
  const named = Object.entries(compilers).map(([name, version]) => `typescript-${name}@npm:typescript@${version}`)
  await shell(`npm install --save-dev ${[...named, ...types].join(" ")}`, service)
  cpSync(fileURLToPath(new URL("../programs", import.meta.url)), service, { recursive: true })
  const all = entries(service).map((entry, at) => `export * as entry${at} from "${entry}"`)
  expect(all.length).toBeGreaterThan(20)
  writeFileSync(join(service, "entries.ts"), all.join("\n"))
})

describe.each(Object.keys(compilers))("a consumer on TypeScript %s", (version) => {
  it("compiles a host and every entry point without type errors", {
    timeout: 600_000
  }, async () => {
    expect(await compiled(version, "nodenext", "--types", "node", "host.ts", "entries.ts", "newcomer.mts")).toBe("")
  })

  it("compiles a front end with bundler resolution, without the types of Node.js", async () => {
    expect(await compiled(version, "bundler", "--typeRoots", "none", "app.ts")).toBe("")
  })
})

it("GH12: compiles a host to CommonJS with node10, which TypeScript 7 no longer has, and Node runs it", async () => {
  // The types of Effect have subpaths that node10 does not resolve; a host without Effect reads none of them.
  const host = `
    import { checkAccount } from "@countersign/account-types"
    import { createClient } from "@countersign/client"
    import { verifyWebhook } from "@countersign/client/webhooks"
    import { countersignExpress } from "@countersign/express"
    import { nodeBridge } from "@countersign/http/node"
    import { createCountersign, type Countersign } from "countersign"

    const countersign: Countersign = createCountersign({ logs: "none" })
    // @ts-expect-error: the types are not any
    const wrong: number = createClient
    const all = [checkAccount, createClient, verifyWebhook, countersignExpress, nodeBridge].map((each) => typeof each)
    void countersign.close().then(() => console.log(...all))
  `
  writeFileSync(join(service, "node10.cts"), host)
  const flags = ["--types", "node", "--esModuleInterop", "--skipLibCheck"]
  expect(await compiled("5.8", "node10", ...flags, "node10.cts")).toBe("")
  await node(
    [
      ...["node_modules/typescript-5.8/lib/tsc.js", "--target", "es2022", "--module", "commonjs"],
      ...["--moduleResolution", "node10", ...flags, "node10.cts"]
    ],
    service
  )
  expect(await node(["node10.cjs"], service)).toBe("function function function function function\n")
})

it.runIf(process.env.FAULTS === "all")(
  "FU6: TypeScript 5.8 compiles every program of the documents under strict",
  () => {
    mkdirSync(join(root, ".build"), { recursive: true })
    const folder = mkdtempSync(join(root, ".build/samples-"))
    try {
      expect(writeSamples(folder).length).toBeGreaterThan(50)
      expect(compileSamples(folder, join(service, "node_modules/typescript-5.8/lib/tsc.js"))).toBe("")
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
)

it("FU7: importing countersign reads at most 3,500 lines of our declarations, and none of Effect", async () => {
  writeFileSync(
    join(service, "one.ts"),
    'import { createCountersign } from "countersign"\nexport const one = createCountersign()'
  )
  const flags = ["--noEmit", "--listFiles", "--strict", "--module", "nodenext", "--types", "node", "one.ts"]
  const listed = (await node(["node_modules/typescript-7/lib/tsc.js", ...flags], service)).split("\n")
  const packages = listed.filter((file) => /node_modules\/(?!typescript|@typescript|@types|undici-types)/u.test(file))
  expect(packages.filter((file) => /node_modules\/(?!countersign|@countersign)/u.test(file))).toEqual([])
  const lines = packages.map((file) => readFileSync(file, "utf8").split("\n").length)
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.reduce((all, each) => all + each, 0)).toBeLessThan(3500)
})

it("mounts it in Koa, with skipLibCheck for Koa's own types", async () => {
  expect(await compiled("7", "nodenext", "--types", "node", "--skipLibCheck", "koa.ts")).toBe("")
})

it("reports an exported type that does not exist", async () => {
  const published = join(service, "node_modules/@countersign/client/dist/index.d.ts")
  const before = readFileSync(published)
  appendFileSync(published, '\nexport type { Nothing } from "./keyPair.js"\n')
  try {
    expect(await compiled("7", "bundler", "--typeRoots", "none", "app.ts")).toContain("has no exported member")
  } finally {
    writeFileSync(published, before)
  }
})
