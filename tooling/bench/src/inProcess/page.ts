import { two, whole } from "../report/Report.ts"
import type { Boot, InProcess } from "./measure.ts"

/** The page of a run. */
export const inProcessPage = (
  { allocated, profiles, rows }: InProcess,
  { first, steady }: Boot,
  machine: string
): string =>
  [
    "# CPU of a call in process",
    "",
    "Written by `npm run bench -- --in-process --record`. Both sides run in one process on the memory store, behind the request",
    "and response objects of Node, without sockets. Batches of ours and of the floor alternate; requests are built before a",
    "batch and are not measured. The figures are CPU microseconds a call, all threads included, as medians over the rounds.",
    "Only the ratios compare between machines. [How it is measured](../../tooling/bench/README.md).",
    "",
    `${machine}.`,
    "",
    "| Call | Ours, us | Floor, us | Ratio | p10 to p90 | Goal |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...rows.map(
      ({ floor, goal, name, ours, ratio: { median, p10, p90 } }) =>
        `| ${name} | ${whole(ours)} | ${whole(floor)} | ${two(median)} | ${two(p10)} to ${two(p90)} | ${
          goal === undefined ? "" : `at most ${two(goal)}`
        } |`
    ),
    "",
    "| Signed leg 1 | Ours | Floor | Ratio | Goal |",
    "| --- | ---: | ---: | ---: | ---: |",
    `| allocation a call, kB of heap | ${whole(allocated.ours)} | ${whole(allocated.floor)} | ${two(
      allocated.ours / allocated.floor
    )} | ours at most 40 |`,
    `| first 1,000 calls of a process against 1,000 warm ones, us | ${whole(first)} against ${whole(steady)} | | ${two(
      first / steady
    )} | at most 1.60 |`,
    ...profiles.flatMap(({ client, name, parts, rest }) => [
      "",
      `## Profile: ${name}`,
      "",
      `Self time by part. The parts are ${percent(1 - rest)} % of the samples; the bench itself, which is not counted, is`,
      `${percent(client)} % beside them. A builtin belongs to the part that calls it.`,
      "",
      "| Part | Share, % |",
      "| --- | ---: |",
      ...parts.map(({ name, share }) => `| ${name} | ${percent(share)} |`),
      `| not attributed: the engine | ${percent(rest)} |`
    ]),
    ""
  ].join("\n")

/** The functions of each profile with the most self time, for a terminal. */
export const hottest = ({ profiles }: InProcess, count: number): string =>
  profiles
    .flatMap(({ functions, name }) => [
      `\n${name}: functions by self time, %`,
      ...functions.slice(0, count).map(({ name, share }) => `  ${percent(share).padStart(5)}  ${name}`)
    ])
    .join("\n")
    .concat("\n")

const percent = (share: number): string => (100 * share).toFixed(1)
