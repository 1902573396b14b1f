import type { Command, Option } from "commander"

/** A word that may be typed, and what it does. */
export interface Word {
  readonly name: string
  readonly about: string
}

/** A place in a command line: a command such as ` receipts export`, or an option that takes a value. */
export interface Place {
  /** The words up to it, each with a space in front. Empty for the first. */
  readonly key: string
  /** The words that can follow. Empty where a file or any text may. */
  readonly words: ReadonlyArray<Word>
}

/** Lists every place of a command line below a command, from its own commands, options and choices. */
export const placesOf = (command: Command, key = ""): ReadonlyArray<Place> => {
  const help = command.createHelp()
  const options = help.visibleOptions(command)
  const flags = options.flatMap((option) =>
    flagsOf(option).map((name) => ({ name, about: firstSentence(option.description) }))
  )
  const children = help
    .visibleCommands(command)
    .map((child) => ({ name: child.name(), about: firstSentence(child.description()) }))
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices.map(choice))
  return [
    { key, words: [...children, ...choices, ...flags] },
    ...options
      .filter(({ optional, required }) => optional || required)
      .flatMap((option) =>
        flagsOf(option).map((name) => ({ key: `${key} ${name}`, words: (option.argChoices ?? []).map(choice) }))
      ),
    ...command.commands.flatMap((child) => placesOf(child, `${key} ${child.name()}`))
  ]
}

const choice = (name: string): Word => ({ name, about: "" })

const flagsOf = ({ long, short }: Option): ReadonlyArray<string> =>
  [long, short].flatMap((flag) => (flag === undefined || flag === null ? [] : [flag]))

const firstSentence = (text: string): string => /^.*?(?=[.;](?:\s|$)|$)/u.exec(text)?.[0] ?? text
