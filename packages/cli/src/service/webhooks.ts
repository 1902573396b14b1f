import { Command, Option } from "commander"
import { said } from "../said.ts"
import type { Terminal } from "../Terminal.ts"
import { type CallOptions, callService, onServiceCommand } from "./Service.ts"

interface ListOptions extends CallOptions {
  readonly status?: string
  readonly limit: string
}

/** `countersign webhooks`: what was told and what was not, and telling it again. */
export const webhooksCommand = (terminal: Terminal): Command => {
  const call = callService(terminal)
  const list = async (options: ListOptions) => {
    const query = new URLSearchParams({
      limit: options.limit,
      ...(options.status === undefined ? {} : { status: options.status })
    })
    const answer = await call(options, "GET", `/webhooks/deliveries?${query}`)
    const rows: ReadonlyArray<unknown> = Array.isArray(answer.data) ? answer.data : []
    said(terminal, options, answer, rows.length === 0 ? "There is none." : rows.map(lineOf).join("\n"))
  }
  const redrive = async (id: string, options: CallOptions) => {
    const answer = await call(options, "POST", `/webhooks/deliveries/${encodeURIComponent(id)}/redrive`)
    said(terminal, options, answer, `${id} is ${String(answer.status)}, and tried at once.`)
  }
  return new Command("webhooks")
    .description("What was told to the platform's endpoint, and what was not.")
    .addCommand(
      onServiceCommand("list", "Lists deliveries, newest first.")
        .addOption(new Option("--status <status>", "only those that are").choices(["PENDING", "DELIVERED", "GIVEN_UP"]))
        .option("--limit <count>", "how many, 100 at the most", "20")
        .action(list)
    )
    .addCommand(
      onServiceCommand("redrive", "Tells an event again.").argument("<delivery>", "Webhook:<uuid>").action(redrive)
    )
}

const lineOf = (delivery: unknown): string => {
  const row = { status: "", attempts: "", createdAt: "", type: "", id: "", lastFault: "", ...Object(delivery) }
  return `${String(row.status).padEnd(9)} ${String(row.attempts).padStart(3)}x  ${row.createdAt}  ${row.id}  ${row.type}  ${row.lastFault}`.trimEnd()
}
