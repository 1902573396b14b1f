import { Command, Option } from "commander"
import { withProgress } from "../during.ts"
import { print } from "../print.ts"
import type { Terminal } from "../Terminal.ts"
import { type Answered, type CallOptions, callService, onServiceCommand } from "./Service.ts"

interface ListOptions extends CallOptions {
  readonly status?: string
  readonly limit: string
}

interface RedriveOptions extends CallOptions {
  readonly givenUp?: boolean
}

/** `countersign webhooks`: lists webhook deliveries and sends them again. */
export const webhooksCommand = (terminal: Terminal): Command => {
  const call = callService(terminal)
  const list = async (options: ListOptions) => {
    const query = new URLSearchParams({
      limit: options.limit,
      ...(options.status === undefined ? {} : { status: options.status })
    })
    const answer = await call(options, "GET", `/webhooks/deliveries?${query}`)
    const rows: ReadonlyArray<unknown> = Array.isArray(answer.data) ? answer.data : []
    print(terminal, options, answer, rows.length === 0 ? "There are no deliveries." : rows.map(lineOf).join("\n"))
  }
  const redrive = (ids: ReadonlyArray<string>, options: CallOptions) =>
    withProgress(terminal, "Sending again", async (onProgress) => {
      const answers: Array<Answered> = []
      for (const id of ids) {
        onProgress(`${answers.length} of ${ids.length}`)
        answers.push(await call(options, "POST", `/webhooks/deliveries/${encodeURIComponent(id)}/redrive`))
      }
      return answers
    })
  const redriven = async (ids: ReadonlyArray<string>, options: RedriveOptions) => {
    const wanted = options.givenUp === true ? [...ids, ...(await givenUp(options))] : ids
    if (wanted.length === 0 && options.givenUp !== true) throw new Error("Pass deliveries, or --given-up")
    const answers = await redrive(wanted, options)
    const words = answers.map(({ status }, at) => `${wanted[at]} is ${String(status)}, and will be sent now.`)
    print(terminal, options, { data: answers }, words.length === 0 ? "There are no deliveries." : words.join("\n"))
  }
  /** The ids of the first page. Redriven deliveries leave this list. */
  const givenUp = async (options: CallOptions) => {
    const { data } = await call(options, "GET", "/webhooks/deliveries?status=GIVEN_UP&limit=100")
    const rows: ReadonlyArray<unknown> = Array.isArray(data) ? data : []
    return rows.map((row) => String({ id: "", ...Object(row) }.id))
  }
  return new Command("webhooks")
    .description("Lists webhook deliveries and sends them again.")
    .addCommand(
      onServiceCommand("list", "Lists deliveries, newest first.")
        .addOption(new Option("--status <status>", "only deliveries with this status").choices(STATUSES))
        .option("--limit <count>", "how many, at most 100", "20")
        .action(list)
    )
    .addCommand(
      onServiceCommand("redrive", "Sends events again.")
        .argument("[deliveries...]", "Webhook:<uuid>, one or several")
        .option("--given-up", "the newest hundred deliveries that were given up")
        .action(redriven)
    )
}

const STATUSES = ["PENDING", "DELIVERED", "GIVEN_UP"]

const lineOf = (delivery: unknown): string => {
  const row = { status: "", attempts: "", createdAt: "", type: "", id: "", lastFault: "", ...Object(delivery) }
  return `${String(row.status).padEnd(9)} ${String(row.attempts).padStart(3)}x  ${row.createdAt}  ${row.id}  ${row.type}  ${row.lastFault}`.trimEnd()
}
