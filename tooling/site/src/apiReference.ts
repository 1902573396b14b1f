import { join } from "node:path"
import { root } from "@countersign/checks"
import { Application, JSX } from "typedoc"

/** What a host, an app or an author of adapters imports, and the file that it is: each with a page of its own. */
const ENTRIES: Readonly<Record<string, string>> = {
  countersign: "packages/countersign/src/index.ts",
  "countersign/effect": "packages/countersign/src/effect.ts",
  "@countersign/client": "packages/client/src/index.ts",
  "@countersign/account-types": "packages/account-types/src/index.ts",
  "@countersign/http/node": "packages/http/src/node/index.ts",
  "@countersign/testkit": "packages/testkit/src/index.ts",
  "@countersign/wire": "packages/wire/src/index.ts",
  "@countersign/express": "adapters/express/src/index.ts",
  "@countersign/fastify": "adapters/fastify/src/index.ts",
  "@countersign/koa": "adapters/koa/src/index.ts",
  "@countersign/postgres": "adapters/postgres/src/index.ts",
  "@countersign/smtp": "adapters/smtp/src/index.ts"
}

/** How much of the reference is built: all of it, or the client's alone, which a test has the time for. */
export type Extent = "all" | "client"

/** Writes the reference of the packages' exports into a folder. Throws on any warning, such as a link that leads nowhere. */
export const writeApiReference = async (folder: string, extent: Extent): Promise<void> => {
  const names = extent === "all" ? Object.keys(ENTRIES) : ["@countersign/client"]
  const entries = names.map((name) => ENTRIES[name] ?? "")
  const application = await Application.bootstrap({
    name: "Countersign",
    entryPoints: entries.map((entry) => join(root, entry)),
    tsconfig: join(root, "tooling/site/tsconfig.api.json"),
    basePath: root,
    readme: "none",
    disableSources: true,
    includeHierarchySummary: false,
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
  // One entry alone is the project itself; of several each is a module, named by its file.
  for (const module of project.children ?? []) {
    module.name = names.find((name) => fileless(ENTRIES[name] ?? "") === module.name) ?? module.name
  }
  application.validate(project)
  await application.generateDocs(project, folder)
  const { errorCount, warningCount } = application.logger
  if (errorCount + warningCount > 0) throw new Error("TypeDoc has something to say about the sources: see above")
}

/** The name that TypeDoc gives the module of a file. */
const fileless = (file: string): string => file.replace(/(?:\/index)?\.ts$/u, "")
