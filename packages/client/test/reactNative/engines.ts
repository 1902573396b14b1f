import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { createContext, runInContext } from "node:vm"
import { build } from "esbuild"

const require = createRequire(import.meta.url)

/** The functions of the device, which the app calls by name. */
export type Device = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>

/** An engine that runs the app. */
export interface Engine {
  /** Has the app do a step. Rejects with the name, the message and the code of its error. */
  readonly run: (step: string, ...args: readonly unknown[]) => Promise<unknown>
  readonly stop: () => void
}

/** Evaluates a line of code in an engine. */
interface Started {
  readonly evaluate: (code: string) => void
  readonly stop: () => void
}

/** Starts an engine, which passes each text of `sendText` to `receive`. */
type Start = (receive: (text: string) => void, fail: (why: string) => void) => Promise<Started>

const started =
  (start: Start) =>
  async (device: Device): Promise<Engine> => {
    const running = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>()
    const fail = (why: string) => {
      for (const { reject } of running.values()) reject(new Error(why))
      running.clear()
    }
    const call = async (name: string, args: readonly unknown[]): Promise<object> => {
      try {
        return { value: await device[name]?.(...args) }
      } catch (error) {
        return { error: { name: "Error", ...Object(error), message: String(Object(error).message) } }
      }
    }
    const engine = await start((text) => {
      const { args, done, error, id, name, value } = JSON.parse(text)
      if (done === undefined) {
        void call(name, args).then((answer) => engine.evaluate(`answer(${id}, ${quoted(answer)})`))
        return
      }
      const step = running.get(done)
      running.delete(done)
      if (error === undefined) step?.resolve(value)
      else step?.reject(Object.assign(new Error(error.message), error))
    }, fail)
    let count = 0
    return {
      run: (step, ...args) =>
        new Promise((resolve, reject) => {
          count += 1
          running.set(count, { resolve, reject })
          engine.evaluate(`run(${count}, "${step}", ${quoted(args)})`)
        }),
      stop: engine.stop
    }
  }

const quoted = (value: unknown): string => literal(JSON.stringify(value))

/** A literal of ASCII, which is one line. */
const literal = (text: string): string =>
  JSON.stringify(text).replaceAll(/[^\x20-\x7e]/gu, (letter) =>
    Array.from(letter.split(""), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")
  )

/** A context of Node.js: the language, and nothing of a browser. */
const inContext: Start = async (receive) => {
  const context = createContext({ sendText: receive })
  const evaluate = (code: string) => void runInContext(code, context)
  for (const script of await bundled()) evaluate(script)
  return { evaluate, stop: () => {} }
}

/** Hermes 0.12 of npm, which reads lines of code from its input. */
const inHermes: Start = async (receive, fail) => {
  const folder = dirname(require.resolve("hermes-engine-cli/package.json"))
  const child = spawn(join(folder, "linux64-bin/hermes"), { stdio: ["pipe", "pipe", "inherit"] })
  createInterface({ input: child.stdout }).on("line", (line) => {
    const at = line.indexOf(SENT)
    if (at >= 0) receive(line.slice(at + 1))
    else if (/Uncaught|Error:/u.test(line)) fail(line)
  })
  child.on("close", () => fail("Hermes has ended"))
  const evaluate = (code: string) => void child.stdin.write(`${code}; 0\n`)
  evaluate(`var sendText = function (text) { print(${JSON.stringify(SENT)} + text) }`)
  for (const script of await bundled(true)) evaluate(`(0, eval)(${literal(script)})`)
  return { evaluate, stop: () => void child.kill() }
}

/** Starts a line that is not output of the engine itself. */
const SENT = "\u0001"

/** Returns the scripts of the app, in the order in which they run. */
const bundled = async (isOld = false): Promise<ReadonlyArray<string>> => {
  const { outputFiles } = await build({
    entryPoints: ["native.ts", "app.ts"].map((file) => fileURLToPath(new URL(file, import.meta.url))),
    outdir: "/",
    bundle: true,
    format: "iife",
    minify: !isOld,
    charset: "ascii",
    platform: "neutral",
    mainFields: ["module", "main"],
    // As Metro resolves for a device. It leaves out what is imported in a `try` and missing.
    conditions: ["source", "react-native"],
    external: ["crypto"],
    // Babel has the rest of what Hermes 0.12 lacks.
    ...(isOld ? { target: "es2016", supported: HERMES } : { target: "es2022" }),
    write: false
  })
  return outputFiles.map(({ text }) => (isOld ? forHermes(text) : text))
}

const HERMES = { bigint: true, "regexp-unicode-property-escapes": true }

/** Applies those transforms of React Native's preset that Hermes 0.12 needs and esbuild lacks. */
const forHermes = (script: string): string => {
  const plugins = ["block-scoping", "classes", "unicode-property-regex"].map(
    (name) => `@babel/plugin-transform-${name}`
  )
  return require("@babel/core").transformSync(script, {
    plugins: plugins.map((name) => require.resolve(name)),
    babelrc: false,
    configFile: false,
    compact: true,
    generatorOpts: { jsescOption: { minimal: false } }
  }).code
}

export const engines = [
  ["a context without web APIs", started(inContext)],
  ["Hermes", started(inHermes)]
] as const
