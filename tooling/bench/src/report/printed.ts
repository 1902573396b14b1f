import { two, whole } from "./figures.ts"
import type { Row } from "./ratios.ts"

/** What a run came to, for a terminal. */
export const printed = (rows: ReadonlyArray<Row>): string =>
  rows
    .flatMap(({ flow, kinds, mount, ratio, store, users }) => [
      `\n${flow}, ${users} users, ${mount} on ${store}${
        ratio === undefined ? "" : `: ${two(ratio.median)} of the floor (${two(ratio.p10)} to ${two(ratio.p90)})`
      }`,
      ...[...kinds].map(
        ([kind, { cpu, p50, postgres, rate, statements }]) =>
          `  ${kind.padEnd(14)}${whole(rate.median).padStart(6)}/s  p50 ${two(p50)} ms  CPU ${whole(cpu)} us a request, PostgreSQL ${
            postgres === undefined ? "-" : whole(postgres)
          } us, statements ${two(statements)}`
      )
    ])
    .join("\n")
    .concat("\n")
