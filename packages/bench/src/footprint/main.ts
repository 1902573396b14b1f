import { printedLines } from "../report/printedLines.ts"
import { footprintLines } from "./lines.ts"

process.stdout.write(printedLines(await footprintLines(7)))
