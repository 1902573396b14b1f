import { Argument, Command } from "commander"
import { type Json, print } from "../print.ts"
import type { Terminal } from "../Terminal.ts"
import { type Place, placesOf, type Word } from "./places.ts"

const SHELLS = ["bash", "zsh", "fish"] as const
type Shell = (typeof SHELLS)[number]

/** `countersign completion`: prints the script with which a shell completes commands, options and their values. */
export const completionCommand = (terminal: Terminal): Command =>
  new Command("completion")
    .description("Prints a completion script for the command of `npm i -g @countersign/cli`.")
    .addArgument(new Argument("<shell>", "the shell that sources it").choices(SHELLS))
    .action((shell: Shell, options: Json, { parent }: Command) => {
      const script = scripts[shell](parent === null ? [] : placesOf(parent))
      print(terminal, options, { script }, script)
    })

/** A text in single quotes, in which no shell expands anything. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The places that are commands: a shell follows them word by word to the one under the cursor. */
const commands = (places: ReadonlyArray<Place>, separator: string) =>
  places.flatMap(({ key }) => (key !== "" && !key.includes(" -") ? [quoted(key)] : [])).join(separator)

const bash = (places: ReadonlyArray<Place>): string => `# source <(countersign completion bash)
_countersign() {
  local at= word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${commands(places, "|")}) at="$at $word" ;;
    esac
  done
  for word in "$at \${COMP_WORDS[COMP_CWORD-1]}" "$at"; do
    case "$word" in
${places.map(({ key, words }) => `      ${quoted(key)}) words=${quoted(words.map(({ name }) => name).join(" "))}; break ;;`).join("\n")}
    esac
  done
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _countersign countersign`

const zsh = (places: ReadonlyArray<Place>): string => `#compdef countersign
# source <(countersign completion zsh)
_countersign() {
  local at= word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${commands(places, "|")}) at="$at $word" ;;
    esac
  done
  for word in "$at \${words[CURRENT-1]}" "$at"; do
    case "$word" in
${places.map(({ key, words }) => `      (${quoted(key)}) found=(${words.map(described).join(" ")}); break ;;`).join("\n")}
    esac
  done
  if (( $#found )); then _describe countersign found; else _files; fi
}
if [[ "$funcstack[1]" = _countersign ]]; then _countersign "$@"; else compdef _countersign countersign; fi`

const described = ({ about, name }: Word): string =>
  quoted(about === "" ? name : `${name.replaceAll(":", "\\:")}:${about}`)

const fish = (places: ReadonlyArray<Place>): string => `# countersign completion fish | source
function __countersign_at
  set -l at ''
  for word in (commandline -opc)[2..]
    contains -- "$at $word" ${commands(places, " ")}; and set at "$at $word"
  end
  test "$at" = "$argv[1]"
end
complete -c countersign -f
${places.flatMap((place) => fishLines(place, places)).join("\n")}`

/** Options with a value know it in their own line, so only commands have lines. */
const fishLines = ({ key, words }: Place, places: ReadonlyArray<Place>): ReadonlyArray<string> =>
  key.includes(" -")
    ? []
    : words.map(({ about, name }) => {
        const line = `complete -c countersign -n ${fishText(`__countersign_at ${fishText(key)}`)} -d ${fishText(about)}`
        if (!name.startsWith("-")) return `${line} -a ${name}`
        const flag = name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`
        const values = places.find((place) => place.key === `${key} ${name}`)?.words
        if (values === undefined) return `${line} ${flag}`
        const choices = values.map((value) => value.name).join(" ")
        return choices === "" ? `${line} ${flag} -r -F` : `${line} ${flag} -x -a ${fishText(choices)}`
      })

/** fish escapes within single quotes, other than POSIX shells. */
const fishText = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

const scripts: Readonly<Record<Shell, (places: ReadonlyArray<Place>) => string>> = { bash, zsh, fish }
