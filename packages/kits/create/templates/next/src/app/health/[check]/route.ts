import { mountedUnder } from "countersign"
import { wallet } from "../../../shared.ts"

export const GET = mountedUnder("/health", async (request) => (await wallet()).health(request))
