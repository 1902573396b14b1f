import { filesBelow, text } from "@countersign/checks"

/** A source edit that removes a defence, and the tests of its threat, of which one must fail with the edit. */
export interface Edit {
  /** A row of docs/maintain/threats.md (`R2`, `FA3`) or of the findings (`FS7`). */
  readonly row: string
  /** A short description of the removed defence. */
  readonly removes: string
  /** The symbol whose file is edited, as `fileOf` of the checks finds it: a moved file needs no change here. */
  readonly place: string
  /** Text that occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Names of test files, with a package or folder in front where several have one name. A test that names the row must fail. */
  readonly tests: ReadonlyArray<string>
}

/** A row of docs/maintain/threats.md with no edit, and why. */
export interface Exempt {
  readonly row: string
  /** A sentence: what the defence is, and why no edit of a source removes it. */
  readonly reason: string
}

const FOLDER = "tooling/mutation/defences"

const SECTION =
  /^(?<row>\w+): (?<removes>[^\n]+)\n\n`(?<place>[^`]+)` → (?<tests>[^\n]+)\n\n```diff\n(?<diff>.+\n)```\n*$/su
const EXEMPT = /^(?<row>\w+): no edit\n\n(?<reason>.+?)\n*$/su

/** Reads the sections of a page of tooling/mutation/defences. Throws on a section that is no edit and no exemption. */
export const editsIn = (page: string): ReadonlyArray<Edit | Exempt> =>
  page
    .split(/^## /mu)
    .slice(1)
    .map((section) => {
      const { reason, row: exempt } = EXEMPT.exec(section)?.groups ?? {}
      if (exempt !== undefined && reason !== undefined) return { row: exempt, reason }
      const { diff, place, removes, row, tests } = SECTION.exec(section)?.groups ?? {}
      if (diff === undefined || place === undefined || removes === undefined || row === undefined) {
        throw new Error(`not a section of ${FOLDER}: ${section.split("\n")[0]}`)
      }
      const names = Array.from((tests ?? "").matchAll(/`([^`]+)`/gu), ([, name = ""]) => name)
      return { row, removes, place, find: side(diff, "+"), replace: side(diff, "-"), tests: names }
    })

// The lines of a diff without those that begin with the other side's mark, and without marks. A blank line has no mark.
const side = (diff: string, other: string): string =>
  diff
    .split(/(?<=\n)/u)
    .filter((line) => !line.startsWith(other))
    .map((line) => line.replace(/^[-+ ]/u, ""))
    .join("")

const listed = filesBelow(FOLDER, ".md").flatMap((page) => editsIn(text(page)))

/** Every edit, in the order of the pages. */
export const edits = listed.filter((each) => "find" in each)

/** The rows whose defence is not a line of the sources. */
export const exempt = listed.filter((each) => "reason" in each)
