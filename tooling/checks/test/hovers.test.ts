import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../src/workspace/disk.ts"
import { unexplained } from "./hovers.ts"

it.each([
  "packages/countersign/dist/index.d.ts",
  "packages/client/dist/index.d.ts",
  "packages/react/dist/index.d.ts",
  "packages/react/dist/account/index.d.ts",
  "packages/react/dist/account/de.d.ts",
  "packages/react/dist/account/es.d.ts",
  "packages/react/dist/account/fr.d.ts",
  "packages/react/dist/languages/de.d.ts",
  "packages/react/dist/languages/es.d.ts",
  "packages/react/dist/languages/fr.d.ts",
  "packages/http/dist/host.d.ts",
  "packages/http/dist/node/index.d.ts",
  "adapters/express/dist/index.d.ts",
  "adapters/fastify/dist/index.d.ts",
  "adapters/koa/dist/index.d.ts"
])("FU7: every export and every method of %s has a sentence in its hover", (entry) => {
  expect(unexplained(join(root, entry))).toEqual([])
})

it("names an export and a method without a sentence, through re-exports", () => {
  const folder = mkdtempSync(join(tmpdir(), "hovers-"))
  try {
    writeFileSync(join(folder, "index.d.ts"), 'export type { Api } from "./api.ts"\nexport type * from "./more.ts"\n')
    writeFileSync(join(folder, "api.d.ts"), "/** An API. */\nexport interface Api {\n  readonly call: () => void\n}\n")
    writeFileSync(join(folder, "more.d.ts"), "export declare const more: number\n")
    expect(unexplained(join(folder, "index.d.ts"))).toEqual(["Api.call", "more"])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
