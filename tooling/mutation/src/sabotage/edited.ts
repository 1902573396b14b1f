import { text } from "@countersign/checks"
import type { Sabotage } from "./Sabotage.ts"

/** How often the text that an edit replaces occurs in its file. */
export const occurrences = ({ file, find }: Sabotage): number => text(file).split(find).length - 1

/** The text of the file with the edit. */
export const edited = ({ file, find, replace }: Sabotage): string => text(file).split(find).join(replace)

/** Whether the edited file is a module, and not SQL or a document. */
export const isTypeScript = ({ file }: Sabotage): boolean => file.endsWith(".ts")
