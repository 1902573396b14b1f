import { parseArgs } from "node:util"

/** What a run was asked for. */
export interface Settings {
  /** Only flows whose name holds this. */
  readonly flow: string | undefined
  readonly rounds: number | undefined
  readonly isQuick: boolean
  /** A folder for processor profiles of the servers. */
  readonly profile: string | undefined
}

/** Reads the command line. Throws on what it does not understand. */
export const settingsOf = (args: ReadonlyArray<string>): Settings => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      flow: { type: "string" },
      rounds: { type: "string" },
      quick: { type: "boolean", default: false },
      profile: { type: "string" }
    }
  })
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds)
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) {
    throw new Error(`--rounds takes a number above 0, not ${values.rounds}`)
  }
  return { flow: values.flow, rounds, isQuick: values.quick, profile: values.profile }
}

/** Only a run of everything is written down. */
export const isWhole = ({ flow, isQuick, profile }: Settings): boolean =>
  flow === undefined && profile === undefined && !isQuick
