import { writeFileSync } from "node:fs"
import { isThere, text } from "@countersign/checks"
import { type Edit, edits } from "./edits.ts"
import type { Verdict } from "./verdict.ts"

const FILE = "docs/generated/sabotage.json"

/** The test that detected each edit when it last ran, or `UNDETECTED`, by the name of the edit. An edit that did not run is absent. */
export type Detected = Readonly<Record<string, string>>

export const UNDETECTED = "no test"

/** Reads the record of the last runs. */
export const recorded = (): Detected => (isThere(FILE) ? JSON.parse(text(FILE)) : {})

/** Returns the edits that no recorded run has detected. */
export const leftOf = <One extends Pick<Edit, "removes" | "row">>(
  edits: ReadonlyArray<One>,
  record: Detected
): ReadonlyArray<One> => edits.filter((edit) => (record[nameOf(edit)] ?? UNDETECTED) === UNDETECTED)

/** The name of an edit in the record. */
export const nameOf = ({ removes, row }: Pick<Edit, "removes" | "row">): string => `${row}: ${removes}`

/** Returns the record with these verdicts, in the order of the edits, without edits that are no longer there. */
export const withVerdicts = (
  record: Detected,
  edits: ReadonlyArray<Pick<Edit, "removes" | "row">>,
  verdicts: ReadonlyArray<Verdict>
): Detected => {
  const ran = new Map(verdicts.map(({ noticedBy, sabotage }) => [nameOf(sabotage), noticedBy ?? UNDETECTED]))
  return Object.fromEntries(
    edits.map(nameOf).flatMap((name) => {
      const noticedBy = ran.get(name) ?? record[name]
      return noticedBy === undefined ? [] : [[name, noticedBy]]
    })
  )
}

/** Records a run. */
export const write = (verdicts: ReadonlyArray<Verdict>): void =>
  writeFileSync(
    new URL(`../../../../${FILE}`, import.meta.url),
    `${JSON.stringify(withVerdicts(recorded(), edits, verdicts), undefined, 2)}\n`
  )
