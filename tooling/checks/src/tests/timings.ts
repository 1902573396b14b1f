import { Struct } from "effect"
import { type CallExpression, type Node, Visitor } from "oxc-parser"
import { text } from "../workspace/disk.ts"
import { tableRows } from "../workspace/markdown.ts"
import { parsed } from "../workspace/source.ts"

/** How time may decide a test, and what the test does instead. */
const TIMINGS = {
  waits: "waits for a duration: wait for an event, or move the clock",
  measures: "bounds a duration, which other work of the machine prolongs: count, or bound it by `limit`",
  polls: "polls for nothing, which is there before the work begins: poll for what the work leaves"
}

type Timing = keyof typeof TIMINGS

const kinds = Struct.keys(TIMINGS)

/** Places at which time does not decide the test, though it reads as if it did, by file. The page says why. */
export const reviewed = tableRows(text("tooling/checks/tables/reviewed.md"), ...kinds).map(
  ({ cells: [file = "", places], columns: [kind] }) => ({ file, kind, places: Number(places) })
)

/** Returns the places of a file that were not reviewed, and that a review of it names places that are gone. */
export const unreviewed = (file: string, source: string, listed = reviewed): ReadonlyArray<string> => {
  const places = timingsIn(file, source)
  return kinds.flatMap((kind) => {
    const found = places.filter((place) => place.kind === kind)
    const known = listed.filter((each) => each.kind === kind && each.file === file)
    const count = known.reduce((sum, { places }) => sum + places, 0)
    if (found.length < count)
      return [`${file}: reviewed.md lists ${count} places of the kind ${kind}, it has ${found.length}`]
    return found.length === count ? [] : found.map(({ line }) => `${file}:${line}: the test ${TIMINGS[kind]}`)
  })
}

/** Returns the places of a test where time may decide it. */
const timingsIn = (file: string, source: string) => {
  const places: Array<readonly [at: number, kind: Timing]> = []
  const { lineAt, program, words } = parsed(file, source)
  const calls: Array<CallExpression> = []
  /** Readings of a clock, differences of two readings, and all that is named: variables, properties, lists that are pushed to. */
  const readings = new Set<string>()
  const elapsed: Array<Node> = []
  const named: Array<{ readonly name: string; readonly value: Node }> = []
  const isReading = (node: Node) => /^(?:performance|Date)\.now\(\)$/u.test(words(node))
  new Visitor({
    CallExpression: (call) => {
      calls.push(call)
      const [list, isPush] = words(call.callee).split(/\.(?=push$)/u)
      for (const value of call.arguments)
        if (list !== undefined && isPush !== undefined) named.push({ name: list, value })
    },
    Property: ({ key, value }) => void named.push({ name: words(key), value }),
    VariableDeclarator: ({ id, init }) => {
      if (init === null) return
      named.push({ name: words(id), value: init })
      if (isReading(init)) readings.add(words(id))
    },
    BinaryExpression: (difference) => {
      const { left, operator, right } = difference
      if (operator === "-" && isReading(left) && readings.has(words(right))) elapsed.push(difference)
    }
  }).visit(program)

  // The texts of a duration, and of what is made of it.
  const durations = new Map(elapsed.map((node) => [words(node), node]))
  const durationIn = (text: string) => [...durations].find(([known]) => mentions(text, known))?.[1]
  for (const { name, value } of named) {
    const of = value.type === "ArrowFunctionExpression" ? undefined : durationIn(words(value))
    if (of !== undefined && /^[\w.]+$/u.test(name)) durations.set(name, of)
  }
  const bounds = [
    "limit(",
    "rounds(",
    ...named.filter(({ value }) => /^limit\(/u.test(words(value))).map(({ name }) => name)
  ]
  for (const expectation of calls.filter(({ callee }) => /^expect(?:\.\w+)?$/u.test(words(callee)))) {
    const [subject] = expectation.arguments
    const matcher = calls.find(({ callee }) => callee.type === "MemberExpression" && callee.object === expectation)
    const bound = matcher === undefined ? "" : source.slice(expectation.end, matcher.end)
    const isByMachine = bounds.some((each) => bound.startsWith(`.toBeLessThan(${each}`))
    if (subject === undefined || isByMachine || bound.startsWith(".toBeGreaterThan")) continue
    // What remains of the subject without the comparisons that no other work of the machine decides.
    const found = durationIn(words(subject).replaceAll(/[\w.()]+(?: - \w+)? (?:>=? \d|<=? (?:limit|rounds)\()/gu, ""))
    if (found !== undefined) places.push([found.start, "measures"])
  }

  const isOfTestClock = source.includes("TestClock")
  const isPause = /import \{[^}]*setTimeout[^}]*\} from "node:timers\/promises"/u.test(source)
  for (const call of calls) {
    const { arguments: given, callee } = call
    const name = words(callee)
    const isDelayed = /^(?:globalThis\.)?setTimeout$/u.test(name) && (isPause || given.length > 1)
    // Without a limit of its own, a wait of vitest fails after one second.
    const isShort = /^vi\.wait(?:For|Until)$/u.test(name) && given.length === 1
    if (isDelayed || isShort || (/^Effect\.(?:sleep|delay)$/u.test(name) && !isOfTestClock))
      places.push([call.start, "waits"])
    if (callee.type !== "MemberExpression" || !/^expect\.poll\(/u.test(name)) continue
    if (/^expect\.poll\(\(\) => (?:Math\.\w+\()?Date\.now\(\)/u.test(name)) places.push([call.start, "waits"])
    const isNegated = words(callee.object).endsWith(".not")
    if (!isNegated && EMPTY.test(source.slice(callee.object.end, call.end))) places.push([call.start, "polls"])
  }
  return [...new Map(places.map((place) => [place.join(), place])).values()]
    .toSorted(([one], [other]) => one - other)
    .map(([at, kind]) => ({ kind, line: lineAt({ start: at }) }))
}

const mentions = (text: string, name: string): boolean =>
  /^\w+$/u.test(name) ? new RegExp(`\\b${name}\\b`, "u").test(text) : text.includes(name)

const EMPTY =
  /^\s*\.(?:toBe\((?:0|""|undefined|null)\)|toEqual\(\[\]\)|toHaveLength\(0\)|toBeUndefined\(\)|toBeNull\(\))$/u
