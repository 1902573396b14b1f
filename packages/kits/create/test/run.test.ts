import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { run, type Template, templates } from "create-countersign"
import { afterAll, describe, expect, it } from "vitest"

const parent = mkdtempSync(join(tmpdir(), "countersign-create-"))
afterAll(() => rmSync(parent, { recursive: true }))

/** Runs the command in a folder of its own. */
const ran = async (words: ReadonlyArray<string>, { folder = mkdtempSync(`${parent}/`), answer = "" } = {}) => {
  const out: Array<string> = []
  const err: Array<string> = []
  const questions: Array<string> = []
  const question = async (text: string) => {
    questions.push(text)
    return answer
  }
  const exit = await run(words, {
    folder,
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    ...(answer === "" ? {} : { question })
  })
  return { folder, exit, out: out.join(""), err: err.join(""), questions }
}

/** The files below a folder by their path. */
const filesIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")])
  )

const written = async (template: Template) => {
  const { folder } = await ran(["acme-pay", "--template", template])
  return filesIn(join(folder, "acme-pay"))
}

describe.each(templates)("the service on %s", async (template) => {
  const files = await written(template)
  const manifest = JSON.parse(files.get("package.json") ?? "")

  it("has the files of a deployed service, and no placeholder", () => {
    const expected = ["Dockerfile", ".dockerignore", ".env.example", ".gitignore", "README.md", "test/service.test.ts"]
    expect([...files.keys()]).toEqual(expect.arrayContaining(expected))
    expect([...files].filter(([, text]) => /\{\{[a-z]+\}\}|TODO/u.test(text)).map(([path]) => path)).toEqual([])
    expect(manifest).toMatchObject({ name: "acme-pay", private: true })
    expect(files.get("README.md")).toMatch(/^# acme-pay\n/u)
    expect(files.get("src/wallet.ts")).toContain('platformId: "acme-pay"')
  })

  it("names no npm script that its package.json does not have", () => {
    const texts = [files.get("README.md"), files.get("Dockerfile"), ...Object.values<string>(manifest.scripts)]
    const names = texts.flatMap((text = "") => [...text.matchAll(/npm run ([a-z:]+)/gu)].map(([, name = ""]) => name))
    expect(names.length).toBeGreaterThan(4)
    expect(names.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([])
  })

  it("imports only its own files, Node, and packages that its package.json names", () => {
    const named = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    const imports = [...files]
      .filter(([path]) => /\.tsx?$/u.test(path))
      .flatMap(([path, text]) => [...text.matchAll(/(?:from|import) "([^"]+)"/gu)].map(([, to = ""]) => ({ path, to })))
    const missing = imports.filter(({ path, to }) =>
      to.startsWith(".")
        ? !files.has(join(dirname(path), to))
        : !to.startsWith("node:") &&
          !named.some((name) => [to, `@types/${to}`].includes(name) || to.startsWith(`${name}/`))
    )
    expect(imports.length).toBeGreaterThan(20)
    expect(missing).toEqual([])
  })

  it("uses each package that runs in it, and reads each variable of .env.example", () => {
    const sources = [...files].filter(([path]) => /\.tsx?$/u.test(path)).map(([, text]) => text)
    const code = sources.join("\n")
    // The peers of Nest, and the renderer that Next loads.
    const peers = [
      "@nestjs/platform-express",
      "reflect-metadata",
      "rxjs",
      ...(template === "next" ? ["react-dom"] : [])
    ]
    const unused = Object.keys(manifest.dependencies).filter(
      (name) => !code.includes(`"${name}`) && !peers.includes(name)
    )
    expect(unused).toEqual([])
    const variables = [...(files.get(".env.example") ?? "").matchAll(/^([A-Z_]+)=/gmu)].map(([, name = ""]) => name)
    expect(variables.filter((name) => !(files.get("src/settings.ts") ?? "").includes(name))).toEqual([])
  })

  it("has the versions that this repository tests", () => {
    const tested = workspaceVersions()
    const pinned = Object.entries<string>({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(pinned.filter(([, version]) => !/^\d+\.\d+\.\d+$/u.test(version))).toEqual([])
    const apart = pinned.filter(([name, version]) => tested.has(name) && !tested.get(name)?.has(version))
    expect(apart).toEqual([])
    const unknown = pinned.map(([name]) => name).filter((name) => !tested.has(name))
    // Only the tests of examples/consumers install these.
    const elsewhere = new Set(["@fastify/static", "next", "tsx"])
    expect(unknown.filter((name) => !elsewhere.has(name))).toEqual([])
  })

  it("is read in five minutes: it has at most 480 lines of source, with its page", () => {
    const sources = [...files].filter(([path]) => path.startsWith("src/")).map(([, text]) => text)
    expect(sources.join("").split("\n").length).toBeLessThanOrEqual(480)
  })
})

/** The versions of each package in the manifests of this repository, and those of its own packages. */
const workspaceVersions = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const root = join(import.meta.dirname, "../../../..")
  const manifests = ["packages", "packages/kits", "adapters", "tooling", "examples"]
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name, "package.json")))
    .concat(join(root, "package.json"))
    .filter(existsSync)
    .map((path) => JSON.parse(readFileSync(path, "utf8")))
  const versions = new Map<string, Set<string>>()
  for (const { dependencies, devDependencies, name, version } of manifests) {
    for (const [each, at] of Object.entries<string>({ ...dependencies, ...devDependencies, [name]: version }))
      versions.set(each, (versions.get(each) ?? new Set()).add(at))
  }
  return versions
}

describe("npm create countersign", () => {
  it("writes an Express service to my-wallet when nothing is named, and prints what to run", async () => {
    const { exit, folder, out } = await ran([])
    expect(exit).toBe(0)
    expect(readdirSync(folder)).toEqual(["my-wallet"])
    expect(out).toBe(
      "Created my-wallet, a wallet service on express.\n\n  cd my-wallet\n  npm install\n  npm test\n  npm run dev\n"
    )
  })

  it("prompts for the framework in a terminal, with Express as the default", async () => {
    const chosen = await ran(["pay"], { answer: " nest " })
    expect(chosen.questions).toEqual(["Framework: express, fastify, next, nest (express) "])
    expect(existsSync(join(chosen.folder, "pay/src/app.module.ts"))).toBe(true)
    const silent = await ran(["pay"], { answer: " " })
    expect(silent.out).toContain("a wallet service on express")
    expect((await ran(["pay", "-t", "next"], { answer: "nest" })).questions).toEqual([])
  })

  it("writes into an existing folder that is empty, or has only a git repository", async () => {
    const folder = mkdtempSync(`${parent}/pay-`).toLowerCase()
    mkdirSync(join(folder, ".git"), { recursive: true })
    const { exit, out } = await ran(["."], { folder })
    expect([exit, out.includes("cd ")]).toEqual([0, false])
  })

  it("accepts a name of 64 characters, which is the id of the platform too", async () => {
    const { exit, folder } = await ran(["p".repeat(64)])
    const wallet = readFileSync(join(folder, "p".repeat(64), "src/wallet.ts"), "utf8")
    expect([exit, wallet.includes(`platformId: "${"p".repeat(64)}"`)]).toEqual([0, true])
  })

  it("prints its help and its version", async () => {
    expect((await ran(["--help"])).out).toMatch(
      /^npm create countersign \[folder\] -- \[--template express\|fastify\|next\|nest\]\n/u
    )
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"))
    expect((await ran(["-v"])).out).toBe(`${version}\n`)
  })

  const refusals: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
    [["pay", "-t", "koa"], 'No template "koa". Choose one of: express, fastify, next, nest.'],
    [["pay", "-t", "constructor"], 'No template "constructor". Choose one of: express, fastify, next, nest.'],
    [["pay", "wallet"], 'Pass one folder. "wallet" is a second one.'],
    [["--framework", "nest"], "Unknown option '--framework'. See: npm create countersign -- --help"],
    [["-t"], "Option '-t, --template <value>' argument missing. See: npm create countersign -- --help"],
    [["express"], 'The service depends on a package "express". Choose another name of the folder.'],
    ...["My Wallet", "_pay", ".pay", "päy", "node_modules", "p".repeat(65)].map(
      (name): readonly [ReadonlyArray<string>, string] => [
        [name],
        `"${name}" cannot be the name of a package. Choose a folder whose name has only a-z, 0-9, "-", "_" and ".", at most 64 of them, and starts with a letter or digit.`
      ]
    )
  ]

  it.each(refusals)("refuses %j in one line, and writes nothing", async (words, line) => {
    const { err, exit, folder, out } = await ran(words)
    expect([exit, err, out]).toEqual([1, `${line}\n`, ""])
    expect(readdirSync(folder)).toEqual([])
  })

  it("GS9: replaces no file that appears in the folder while it waits for an answer", async () => {
    const folder = mkdtempSync(`${parent}/`)
    const question = async () => {
      mkdirSync(join(folder, "pay"))
      writeFileSync(join(folder, "pay/README.md"), "mine")
      return "express"
    }
    const silent = { out: () => {}, err: () => {} }
    await expect(run(["pay"], { folder, question, ...silent })).rejects.toThrow("EEXIST")
    expect(readFileSync(join(folder, "pay/README.md"), "utf8")).toBe("mine")
  })

  it("refuses a folder with files, and a file, and changes neither", async () => {
    const folder = mkdtempSync(`${parent}/`)
    mkdirSync(join(folder, "full"))
    writeFileSync(join(folder, "full/notes.txt"), "mine")
    writeFileSync(join(folder, "file"), "mine")
    const full = await ran(["full"], { folder })
    expect([full.exit, full.err]).toEqual([
      1,
      'The folder "full" is not empty. Choose another one, or remove its files.\n'
    ])
    const file = await ran(["file"], { folder })
    expect([file.exit, file.err]).toEqual([1, '"file" is a file. Choose another folder.\n'])
    expect(filesIn(folder)).toEqual(
      new Map([
        ["file", "mine"],
        ["full/notes.txt", "mine"]
      ])
    )
  })
})
