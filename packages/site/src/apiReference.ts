import { join } from "node:path"
import { root } from "@countersign/tools"
import { Application, JSX } from "typedoc"

/** What a host, an app or an author of adapters imports: each entry with a page of its own. */
const ENTRIES: ReadonlyArray<string> = [
  "packages/countersign/src/index.ts",
  "packages/countersign/src/effect.ts",
  "packages/client/src/index.ts",
  "packages/account-types/src/index.ts",
  "packages/http/src/node/index.ts",
  "packages/testkit/src/index.ts",
  "packages/wire/src/index.ts",
  "adapters/express/src/index.ts",
  "adapters/fastify/src/index.ts",
  "adapters/koa/src/index.ts",
  "adapters/postgres/src/index.ts",
  "adapters/smtp/src/index.ts"
]

/** How much of the reference is built: all of it, or the client's alone, which a test has the time for. */
export type Extent = "all" | "client"

/** Writes the reference of the packages' exports into a folder. Throws on any warning, such as a link that leads nowhere. */
export const writeApiReference = async (folder: string, extent: Extent): Promise<void> => {
  const entries = extent === "all" ? ENTRIES : ENTRIES.filter((entry) => entry.includes("/client/"))
  const application = await Application.bootstrap({
    name: "Countersign",
    entryPoints: entries.map((entry) => join(root, entry)),
    tsconfig: join(root, "packages/site/tsconfig.api.json"),
    basePath: root,
    readme: "none",
    disableSources: true,
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    hideGenerator: true,
    // The compiler of this repository has judged the sources already.
    skipErrorChecking: true,
    treatWarningsAsErrors: true,
    validation: { invalidLink: true, notExported: false, notDocumented: false },
    logLevel: "Warn"
  })
  application.renderer.hooks.on("pageSidebar.begin", ({ relativeURL }) =>
    JSX.createElement("p", null, JSX.createElement("a", { href: relativeURL("../index.html") ?? "" }, "Documentation"))
  )
  const project = await application.convert()
  if (project === undefined) throw new Error("TypeDoc cannot read the sources")
  application.validate(project)
  await application.generateDocs(project, folder)
  const { errorCount, warningCount } = application.logger
  if (errorCount + warningCount > 0) throw new Error("TypeDoc has something to say about the sources: see above")
}
